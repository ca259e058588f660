import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, databaseUrl } from '../../../test/database.ts'

let connection: pg.PoolConfig
let db: pg.Client

beforeAll(async () => {
  connection = await createTestDatabase('schema')
  db = new pg.Client(connection)
  await db.connect()
})
afterAll(() => db.end())

const query = async (sql: string) => (await db.query(sql)).rows

test('schema.ts is what the migrated database says', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stoop-schema-'))
  const outFile = join(folder, 'schema.ts')
  const codegen = 'node_modules/kysely-codegen/dist/cli/bin.js'
  // It looks for the compiler's older interface, and says so before it does without.
  const { status } = spawnSync(process.execPath, [codegen, '--out-file', outFile], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl(connection) },
  })
  expect(status).toBe(0)
  const generated = readFileSync(outFile, 'utf8')
  rmSync(folder, { recursive: true })
  expect(readFileSync('src/server/database/schema.ts', 'utf8')).toBe(generated)
})

test('a new portal knows nobody: it comes with no account and no session', async () => {
  const known =
    'select from auth_users union all select from auth_accounts union all select from auth_sessions'
  expect(await query(`${known} union all select from profiles`)).toEqual([])
})

test('every foreign key has an index that starts with its columns, or with the one of them that is a key itself', async () => {
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

test('every table forces its row rules, and has at least the system’s', async () => {
  const without = await query(`
    select relname from pg_class c where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and not (relrowsecurity and relforcerowsecurity
        and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'system'))`)
  expect(without).toEqual([])
})

test('the two roles own nothing, log in nowhere and by-pass nothing', async () => {
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

test('a function runs with more than its caller’s rights only as a trigger, or where it asks for the captain first', async () => {
  const functions = await query(`
    select proname, prorettype::regtype::text = 'trigger' as trigger, proconfig, prosrc from pg_proc p
    where prosecdef and pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`)
  const called: string[] = []
  for (const { proname, trigger, proconfig, prosrc } of functions) {
    expect([proname, proconfig]).toEqual([proname, ['search_path=public, pg_temp']])
    if (trigger) continue
    expect(prosrc).toMatch(/begin\s+if not viewer_is_captain\(\)[^;]*then\s+raise insufficient_privilege;/)
    called.push(proname)
  }
  expect(called).toEqual(['add_tenant', 'hand_over_captain'])
  expect(functions.map(({ proname }) => proname)).toContain('queue_mails')
})

test('what the row rules ask of a viewer is written out, with nothing that a viewer could define anew', async () => {
  // A body that was parsed when the function was made (no text that is looked up by name at each call).
  const named = await query(`
    select proname from pg_proc p where pronamespace = 'public'::regnamespace and prosqlbody is null and not prosecdef
      and prorettype <> 'trigger'::regtype
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`)
  expect(named).toEqual([])
})

test('dates are calendar dates, times of events have a zone, and nothing counts money in fractions', async () => {
  const columns = await query(`
    select table_name, column_name, data_type from information_schema.columns
    where table_schema = 'public' and data_type in ('timestamp without time zone', 'numeric', 'real', 'double precision', 'money')`)
  expect(columns).toEqual([])
})
