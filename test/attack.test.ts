import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asSystem } from '../src/server/db/as-viewer.ts'
import { createCallerFactory, openTo, router } from '../src/server/rpc/procedure.ts'
import { createWorldDatabase } from './database.ts'
import { call, contextOf, prepare, procedures } from './procedures.ts'
import { type Name, openWorld, PASSWORD, type World } from './world.ts'

let world: World
let db: pg.Client
let ids: Awaited<ReturnType<typeof prepare>>
let statement = ''
let building: string | undefined

beforeAll(async () => {
  const connection = await createWorldDatabase('attack')
  world = await openWorld(connection)
  ids = await prepare(world)
  db = new pg.Client(connection)
  await db.connect()
  statement = await statementOfRows()
  building = (await world.as('maya').accounts.session())?.building?.id
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(() => db.query('truncate sign_in_limits'))

const VENDORS = ['evergreen', 'curb', 'hilltop'] as const
/**
 * A signed-out visitor changes nothing of their own, so there is nothing to replay. Closing an account names nobody, and
 * would end the strangers: close.test.ts.
 */
const mutations = procedures.filter(
  ({ path, type, case: { by } }) => type === 'mutation' && by !== 'anonymous' && path !== 'accounts.close',
)

/**
 * One statement with a hash for each table, over the rows of an owner ($1: person and company) or building ($3),
 * without a stranger's ($2).
 */
async function statementOfRows(): Promise<string> {
  const { rows } = await db.query<{ table: string; columns: string[] }>(`
    select c.relname as table, array_agg(attname::text) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      -- Sessions come and go, and a link that somebody asked for goes to its owner alone.
      and relname not in ('auth_sessions', 'account_links')
    group by 1 order by 1`)
  const parts = rows.flatMap(({ table, columns }) => {
    const is = (names: string[], what: string) =>
      names.filter((name) => columns.includes(name)).map((name) => `${name}::text ${what}`)
    const own = [
      ...is(['id', 'vendor_id', 'user_id'], '= any ($1)'),
      ...is(['building_id', ...(table === 'buildings' ? ['id'] : [])], '= $3'),
    ]
    if (own.length === 0) return []
    const others = [
      'true',
      ...is(['vendor_id', 'actor'], '<> all ($2)').map((other) => `coalesce(${other}, true)`),
    ]
    return `select '${table}' as table, coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as figure
      from ${table} t where (${own.join(' or ')}) and ${others.join(' and ')}`
  })
  return `with own as (select $1::text[], $2::text[], $3::text) ${parts.join(' union all ')}`
}

type Who = Name | 'anonymous'
async function idsOf(who: Who): Promise<string[]> {
  if (who === 'anonymous') return []
  const { rows } = await db.query<{ id: string; vendor_id: string | null }>(
    'select id, vendor_id from profiles where id = $1',
    [world.idOf(who)],
  )
  return rows.flatMap(({ id, vendor_id }) => (vendor_id === null ? [id] : [id, vendor_id]))
}

/** An admin decides about the documents of a vendor. */
const ownerOf = (by: Who): Who => (by === 'ada' ? 'curb' : by)

/** The tables in which a call of `stranger` changed rows of others. */
async function touched(owner: Who, stranger: Who, work: () => Promise<unknown>): Promise<string[]> {
  const people = [await idsOf(owner), await idsOf(stranger), building]
  const figures = async () => (await db.query<{ table: string; figure: string }>(statement, people)).rows
  const before = await figures()
  await work().catch(() => undefined)
  const after = await figures()
  return before.filter(({ figure }, index) => figure !== after[index]?.figure).map(({ table }) => table)
}

describe('a mutation replayed in another person’s session:', () => {
  test.each(mutations)('$path leaves the rows of others unchanged [V8.2.2]', async ({
    path,
    case: { by, input, strangers },
  }) => {
    const named = Object.values(strangers ?? {}).flat() as Name[]
    // Participants are no strangers: the vendor, and the residents of the building.
    const vendors = VENDORS.filter((vendor) => (named.length > 0 ? named.includes(vendor) : vendor !== by))
    const everybody: Who[] = ['anonymous', 'olga', 'otto', 'pia', 'ada', ...vendors]
    for (const who of everybody.filter((each) => each !== by)) {
      const tables = await touched(ownerOf(by), who, () => call(world, who, path, input(world, ids)))
      expect([who, tables]).toEqual([who, []])
    }
  })

  test('is detected for planted procedures that trust an id in the input', async () => {
    const planted = router({
      accept: openTo('resident', 'vendor').mutation(({ ctx }) =>
        asSystem(ctx.db, (tx) =>
          tx.updateTable('profiles').set({ status: 'active' }).where('id', '=', world.idOf('pia')).execute(),
        ),
      ),
      price: openTo('vendor').mutation(({ ctx }) =>
        asSystem(ctx.db, (tx) =>
          tx
            .updateTable('service_quotes')
            .set({ per_visit_price: 1 })
            .where('id', '=', ids.quotes.quote)
            .execute(),
        ),
      ),
    })
    const caller = createCallerFactory(planted)
    expect(await touched('maya', 'otto', () => caller(contextOf(world, 'otto')).accept())).toEqual([
      'profiles',
      'unit_holders', // who is accepted holds the unit that they wrote
    ])
    expect(await touched('evergreen', 'curb', () => caller(contextOf(world, 'curb')).price())).toEqual([
      'service_quotes',
    ])
    await db.query(`update profiles set status = 'pending' where id = $1`, [world.idOf('pia')])
    await db.query('update service_quotes set per_visit_price = 9999 where id = $1', [ids.quotes.quote])
  })

  test('changes rows when the owner makes it, so the replay proves something', async () => {
    const quiet: string[] = []
    // Otto has already added and invited these people to his building, and another vendor invited that one.
    await db.query(
      `delete from auth_users where email in ('tenant@example.com', 'ida@example.com', 'vera@example.com')`,
    )
    for (const { path, case: own } of mutations.toReversed()) {
      if (path === 'documents.link') continue
      const tables = await touched(ownerOf(own.by), 'anonymous', () =>
        call(world, own.by, path, own.input(world, ids)),
      )
      if (tables.length === 0) quiet.push(path)
    }
    expect(quiet.sort()).toEqual([
      'accounts.resendConfirmation', // the address is confirmed
      'compliance.setRequirement', // of the catalog, which is nobody's: test/rows.test.ts
      // These need a browser's proof: src/server/features/factors, src/server/features/sessions.
      'factors.addPasskey',
      'factors.disableApp',
      'factors.enableApp',
      'factors.makeRecoveryCodes',
      'factors.startPasskey',
      'invoices.draftMonth', // no visit of that month: src/server/features/invoices
      // Earlier calls have changed what these need: a member was declined, a price changed, a request
      // withdrawn, a series moved.
      'members.accept',
      // To herself, and nobody is asked: src/server/features/members/captaincy.test.ts
      'members.acceptCaptaincy',
      'members.declineCaptaincy',
      'members.offerCaptaincy',
      'members.previewInvitations', // says what an import would do
      'members.setOffices', // Ned holds none, or every later call would be an officer's
      'members.withdrawCaptaincy',
      // Stripe is not set up: src/server/features/payments.
      'payments.connect',
      'payments.payAutomatically',
      'payments.payFee',
      'payments.payInvoice',
      'payments.refund',
      'payments.resumeAutomatic',
      'payments.retryCharge',
      'payments.setTransfer', // of the portal, which is nobody's: test/rows.test.ts
      'payments.stopAutomatic',
      'quotes.accept',
      'quotes.open', // another's is refused: src/server/features/quotes/given-up.test.ts
      'services.askMore',
      'services.edit',
      'services.extend',
      'sessions.end',
      'sessions.endOthers',
      'visits.answerDispute', // it is settled
      'visits.cancel',
      'visits.cancelSeries',
      'visits.move',
      'visits.moveDay',
      'visits.rate', // its visit is not completed any more
      'visits.setOff', // somebody is there already
    ])
  })
})

describe('an open session', () => {
  test.each([
    ['ned', 'was removed from the building', `status = 'pending'`],
    ['ned', 'has no building any more', 'building_id = null'],
    ['hilltop', 'was put on hold', `status = 'pending'`],
    ['hilltop', 'became somebody else', `role = 'homeowner', vendor_id = null`],
  ] as const)('%s, who %s, is rejected at the next call [V8.3.1]', async (who, _, change) => {
    const asked = who === 'ned' ? world.as('ned').services.list : world.as('hilltop').quotes.counts
    const { rows } = await db.query(
      'select status, role, building_id, vendor_id from profiles where id = $1',
      [world.idOf(who)],
    )
    await db.query(`update profiles set status = 'active' where id = $1`, [world.idOf(who)])
    await asked()
    await db.query(`update profiles set ${change} where id = $1`, [world.idOf(who)])
    await expect(asked()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await db.query(
      'update profiles set status = $2, role = $3, building_id = $4, vendor_id = $5 where id = $1',
      [world.idOf(who), ...Object.values(rows[0])],
    )
  })

  test('a former captain may no longer do what captains do [V8.3.1]', async () => {
    const otto = world.as('otto').members
    await db.query(`delete from auth_users where email = 'tenant@example.com'`)
    await otto.add({ full_name: 'Next One', email: 'next@example.com', unit_number: '1', role: 'captain' })
    const { rows } = await db.query(`
      insert into auth_accounts (user_id, account_id, provider_id, password)
      select id, id, 'credential', 'a hash' from auth_users where email = 'next@example.com' returning user_id as id`)
    await otto.accept({ id: rows[0].id, hand_over: true, current_password: PASSWORD })
    for (const work of [
      () => otto.accept({ id: world.idOf('olga') }),
      () => otto.remove({ id: rows[0].id }),
      () => otto.add({ full_name: 'One More', email: 'more@example.com', unit_number: '1', role: 'member' }),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('a deleted account has no session, and a former admin sees only their own', async () => {
    await db.query(
      `update profiles set role = 'contractor',
      vendor_id = (select id from vendor_profiles where company_name = 'Stoop Office') where id = $1`,
      [world.idOf('ada')],
    )
    expect(await world.as('ada').accounts.session()).toMatchObject({ viewer: { kind: 'vendor' } })
    await db.query('delete from auth_users where id = $1', [world.idOf('pia')])
    expect(await world.as('pia').accounts.session()).toBeNull()
  })
})

test('a vendor excluded from a request finds nothing of it in lists, counts or quotes, and can’t submit a price [V8.2.2]', async () => {
  const hilltop = world.as('hilltop')
  const counts = await hilltop.quotes.counts()
  const service = await world.request(
    'Landscaping',
    { excluded_vendors: [world.companyOf('hilltop')] },
    'otto',
  )
  const id = await world.quoteOf('curb', service)
  expect(await hilltop.quotes.counts()).toEqual(counts)
  const settings = await hilltop.vendors.get()
  expect(JSON.stringify([settings, await hilltop.vendors.dashboard()])).not.toContain(service)
  for (const work of [
    () => hilltop.quotes.get({ id }),
    () => hilltop.quotes.submit({ id, per_visit_price: 100 }),
    () => hilltop.quotes.update({ id, per_visit_price: 100 }),
  ])
    await expect(work()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await world.as('curb').quotes.submit({ id, per_visit_price: 100 })
})

test('a planted query without a filter returns each person only their own rows [V8.4.1]', async () => {
  const planted = router({
    everything: openTo('resident', 'vendor', 'pending', 'unassigned').query(
      async ({ ctx: { tx, viewer } }) => ({
        quotes: await tx.selectFrom('service_quotes').selectAll().execute(),
        services: await tx.selectFrom('building_services').selectAll().execute(),
        documents: await tx.selectFrom('building_documents').selectAll().execute(),
        // Those of an accepted service see how to reach each other: rows.test.ts.
        people: await tx
          .selectFrom('profiles')
          .where((eb) => eb.or([eb('id', '=', viewer.id), eb('role', 'not in', ['contractor', 'captain'])]))
          .selectAll()
          .execute(),
        visits: await tx.selectFrom('appointments').selectAll().execute(),
        fees: await tx.selectFrom('fees').selectAll().execute(),
      }),
    ),
  })
  const caller = createCallerFactory(planted)
  const all = await db.query('select building_id from fees')
  expect(new Set(all.rows.map(({ building_id }) => building_id)).size).toBeGreaterThan(1)
  for (const who of ['maya', 'ned', 'otto'] as const) {
    const { building: own } = (await world.as(who).accounts.session()) ?? {}
    const rows = Object.values(await caller(contextOf(world, who)).everything()).flat()
    expect([who, new Set(rows.map((row) => row.building_id))]).toEqual([who, new Set([own?.id])])
  }
  for (const who of VENDORS) {
    const { quotes, visits, people, fees, documents } = await caller(contextOf(world, who)).everything()
    const vendors = new Set([...quotes, ...visits].map(({ vendor_id }) => vendor_id))
    expect([who, vendors, people.map(({ id }) => id)]).toEqual([
      who,
      new Set([world.companyOf(who)]),
      [world.idOf(who)],
    ])
    expect([...fees, ...documents]).toEqual([])
  }
  const { people, ...rest } = await caller(contextOf(world, 'olga')).everything()
  expect([people.map(({ id }) => id), Object.values(rest).flat()]).toEqual([[world.idOf('olga')], []])
})
