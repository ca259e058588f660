import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, databaseUrl } from '../../../test/database.ts'
import { asViewer } from './as-viewer.ts'
import { createPool, Db } from './pool.ts'
import type { DB } from './schema.ts'

let connection: pg.PoolConfig
let db: pg.Client

beforeAll(async () => {
  connection = await createTestDatabase('schema')
  db = new pg.Client(connection)
  await db.connect()
})
afterAll(() => db.end())

const query = async (sql: string) => (await db.query(sql)).rows

test('schema.ts matches the migrated database [3.columns]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stoop-schema-'))
  const outFile = join(folder, 'schema.ts')
  const codegen = 'node_modules/kysely-codegen/dist/cli/bin.js'
  // Its warning about the TypeScript compiler's older interface is harmless.
  const { status } = spawnSync(process.execPath, [codegen, '--out-file', outFile], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl(connection) },
  })
  expect(status).toBe(0)
  const generated = readFileSync(outFile, 'utf8')
  rmSync(folder, { recursive: true })
  expect(readFileSync('src/server/db/schema.ts', 'utf8')).toBe(generated)
})

test('a new portal has no accounts and no sessions [V6.3.2]', async () => {
  const known =
    'select from auth_users union all select from auth_accounts union all select from auth_sessions'
  expect(await query(`${known} union all select from profiles`)).toEqual([])
})

test('every foreign key has an index on its columns, or on one of them that is a key itself', async () => {
  const missing = await query(`
    select conrelid::regclass::text as table, conname as key from pg_constraint c
    where contype = 'f' and connamespace = 'public'::regnamespace
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indisvalid
        and ((i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
          or i.indkey[0] = c.conkey[1] and exists (select from pg_index k where k.indrelid = c.confrelid
            and k.indisunique and k.indpred is null and k.indnkeyatts = 1 and k.indkey[0] = c.confkey[1]))
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)',
          (select attname from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[1]))))`)
  expect(missing).toEqual([])
})

test('every table forces row-level security and has the system policy', async () => {
  const without = await query(`
    select relname from pg_class c where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and not (relrowsecurity and relforcerowsecurity
        and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'system'))`)
  expect(without).toEqual([])
})

test('the two roles own nothing, cannot log in, and bypass no row rules', async () => {
  const roles = await query(`
    select rolname, rolsuper, rolcanlogin, rolbypassrls, rolcreaterole, rolcreatedb,
      (select count(*)::int from pg_class where relowner = r.oid) as owned,
      (select count(*)::int from pg_auth_members where member = r.oid) as memberships,
      has_schema_privilege(oid, 'public', 'create') as creates
    from pg_roles r where rolname like 'stoop\\_%' order by 1`)
  const harmless = {
    rolsuper: false,
    rolcanlogin: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
    owned: 0,
    memberships: 0,
    creates: false,
  }
  expect(roles).toEqual([
    { rolname: 'stoop_system', ...harmless },
    { rolname: 'stoop_viewer', ...harmless },
  ])
})

test('only triggers and functions that first check who the viewer is are SECURITY DEFINER', async () => {
  const functions = await query(`
    select proname, prorettype::regtype::text = 'trigger' as trigger, proconfig, prosrc from pg_proc p
    where prosecdef and pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`)
  const called: string[] = []
  for (const { proname, trigger, proconfig, prosrc } of functions) {
    expect([proname, proconfig]).toEqual([proname, ['search_path=public, pg_temp']])
    if (trigger) continue
    expect(prosrc).toMatch(
      /begin\s+if (not viewer_may\('|viewer_(building|crew|vendor)\(\) is null)[^;]*then\s+(raise insufficient_privilege|return null);/,
    )
    called.push(proname)
  }
  expect(called).toEqual([
    'accept_captaincy',
    'access_notes_at',
    'add_colleague',
    'add_tenant',
    'address_is_confirmed',
    'announcement_figures',
    'asked_again',
    'assign_renewed',
    'assigned_work',
    'can_sign_in',
    'change_vendor_role',
    'colleague_name',
    'decline_member',
    'hand_over_captain',
    'invitation_expires_at',
    'invite_members',
    'known_addresses',
    'look_at_access_notes',
    'remove_colleague',
    'renew_invitation',
    'renew_member_invitation',
    'viewer_groups',
    'viewer_since',
    'viewer_sites',
    'viewer_units',
    'viewer_visits',
  ])
  expect(functions.map(({ proname }) => proname)).toContain('queue_mails')
})

test('functions are parsed when created or have a search path, so a viewer cannot redefine their names', async () => {
  // Functions with a text body, whose names are looked up at each call.
  const named = await query(`
    select proname from pg_proc p where pronamespace = 'public'::regnamespace and prosqlbody is null and not prosecdef
      and prorettype <> 'trigger'::regtype and not 'search_path=pg_catalog, public, pg_temp' = any (coalesce(proconfig, '{}'))
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`)
  expect(named).toEqual([])
})

test('viewers have a privilege on a table exactly where a policy limits it [V8.4.1]', async () => {
  const rights = await query(`
    select c.relname, command.name,
      case when command.name = 'delete' then has_table_privilege('stoop_viewer', c.oid, 'delete')
        else has_any_column_privilege('stoop_viewer', c.oid, command.name) end as granted,
      exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive
        and 'stoop_viewer'::regrole = any (p.polroles) and p.polcmd::text in (command.letter, '*')) as limited
    from pg_class c, (values ('select', 'r'), ('insert', 'a'), ('update', 'w'), ('delete', 'd')) as command (name, letter)
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`)
  expect(rights.filter(({ granted, limited }) => granted !== limited)).toEqual([])
  expect(rights.filter(({ granted }) => granted).length).toBeGreaterThan(20)
  const beyond = await query(`
    select relname, role, privilege from pg_class, unnest(array['stoop_viewer', 'stoop_system']) role,
      unnest(array['truncate', 'references', 'trigger', 'maintain']) privilege
    where relkind in ('r', 'p', 'v') and relnamespace = 'public'::regnamespace and has_table_privilege(role, oid, privilege)`)
  expect(beyond).toEqual([])
  const everybody = await query(`
    select relname from pg_class, aclexplode(relacl) as acl
    where relnamespace = 'public'::regnamespace and relkind <> 'S' and acl.grantee = 0`)
  expect(everybody).toEqual([])
})

test('views run with the rights of the caller and are read-only', async () => {
  const views = await query(`
    select relname, relkind, reloptions, has_any_column_privilege('stoop_viewer', oid, 'insert, update') as written
    from pg_class where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace order by 1`)
  const safe = { relkind: 'v', reloptions: ['security_invoker=true'], written: false }
  expect(views).toEqual(
    ['ledger_entries', 'quote_requests', 'quotes'].map((relname) => ({ relname, ...safe })),
  )
})

/** The functions that policies may call; everything else in them is columns and constants. */
const ALLOWED = [
  'viewer_building',
  'viewer_crew',
  'viewer_employer',
  'viewer_groups',
  'viewer_id',
  'viewer_is_admin',
  'viewer_kind',
  'viewer_may',
  'viewer_may_quote',
  'viewer_since',
  'viewer_sites',
  'viewer_units',
  'viewer_vendor',
  'viewer_visits',
]

test('policies read only the settings of the viewer, nothing else of the connection [V8.4.1]', async () => {
  const policies = await query(`
    select polrelid::regclass::text || '.' || polname as policy,
      concat_ws(' ', pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) as sql
    from pg_policy where polname <> 'system'`)
  const calls = policies.flatMap(({ sql }) => [...sql.matchAll(/(\w+)\(/g)].map(([, name]) => name))
  expect([...new Set(calls)].sort()).toEqual(ALLOWED)
  const fromElsewhere = /current_|session_user|user\b|setting|inet_|pg_|application|version|now|random/i
  expect(policies.filter(({ sql }) => fromElsewhere.test(sql.replace(/requested_by|user_id/g, '')))).toEqual(
    [],
  )
  expect(policies.every(({ sql }) => sql === 'true' || /viewer_\w+\(/.test(sql))).toBe(true)
})

test('every transaction sets all viewer settings, and they end with it', async () => {
  const functions = await query(
    `select pg_get_functiondef(oid) as body from pg_proc where proname like 'viewer\\_%' and pronamespace = 'public'::regnamespace`,
  )
  const read = functions.flatMap(({ body }) =>
    [...body.matchAll(/current_setting\('([\w.]+)'/g)].map(([, name]) => name),
  )
  const settings = [...new Set(read)].sort()
  expect(settings).toEqual([
    'stoop.building_id',
    'stoop.employer_id',
    'stoop.powers',
    'stoop.vendor_id',
    'stoop.viewer_id',
    'stoop.viewer_kind',
  ])
  const kysely = new Db(createPool({ ...connection, max: 1 }))
  const said = async (tx: Kysely<DB>) => {
    const names = settings.map((name) => sql`coalesce(current_setting(${name}, true), '')`)
    const { rows } = await sql<{
      said: string[]
    }>`select array[current_user::text, ${sql.join(names)}] as said`.execute(tx)
    return rows[0]?.said
  }
  const id = '00000000-0000-4000-8000-000000000001'
  const captain = { kind: 'resident', id, building_id: id, powers: ['manage_members', 'hand_over'] } as const
  expect(await asViewer(kysely, captain, said)).toEqual([
    'stoop_viewer',
    id,
    '',
    'by_office,manage_members,hand_over',
    '',
    id,
    'resident',
  ])
  const [login, ...after] = (await said(kysely)) ?? []
  expect([login === 'stoop_viewer', after]).toEqual([false, ['', '', '', '', '', '']])
  expect(await asViewer(kysely, null, said)).toEqual(['stoop_viewer', '', '', '', '', '', 'anonymous'])
  await kysely.destroy()
})

test('a value never becomes a statement, and a viewer cannot create or change objects [V1.2.4]', async () => {
  const kysely = new Db(createPool({ ...connection, max: 1 }))
  const viewer = (statement: string) => asViewer(kysely, null, (tx) => sql.raw(statement).execute(tx))
  // The extended protocol accepts only one statement.
  const two = sql`select ${'a'}::text; reset role`
  await expect(asViewer(kysely, null, (tx) => two.execute(tx))).rejects.toThrow('multiple commands')
  for (const statement of [
    'create table x ()',
    'create function x() returns int language sql return 1',
    'create view x as select 1',
    'alter table profiles disable row level security',
    'drop policy see on profiles',
    `copy (select 1) to program 'true'`,
    'set row_security = off; table profiles',
    `select pg_read_file('/etc/passwd')`,
    'table auth_accounts',
  ])
    await expect(viewer(statement), statement).rejects.toThrow(
      /permission denied|must be owner|not allowed|affected/,
    )
  await kysely.destroy()
})

test('timestamps have a time zone, and money is never fractional [V16.2.2]', async () => {
  const columns = await query(`
    select table_name, column_name, data_type from information_schema.columns
    where table_schema = 'public' and data_type in ('timestamp without time zone', 'numeric', 'real', 'double precision', 'money')`)
  expect(columns).toEqual([])
})
