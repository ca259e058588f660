import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { openPostOffice } from '../../../../test/mailbox.ts'
import { openWorld, type Vendor, type World } from '../../../../test/world.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool
let post: ReturnType<typeof openPostOffice>

beforeAll(async () => {
  const connection = await createWorldDatabase('quote_mails')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  post = openPostOffice(world.portal)
})
afterAll(() => Promise.all([db.end(), world.close(), post.close()]))
beforeEach(() => db.query('truncate events, building_services cascade'))

/** Who is mailed of what, since the last call. */
async function mailed(): Promise<string[]> {
  const { rows } = await db.query(
    `with gone as (delete from mails returning event_id, recipient)
     select e.kind || ' ' || split_part(g.recipient, '@', 1) as mail from gone g join events e on e.id = g.event_id
     order by 1`,
  )
  return rows.map(({ mail }) => mail)
}

async function offer(vendor: Vendor, services: string[]): Promise<void> {
  const settings = await world.as(vendor).vendors.get()
  const { dog_photo_url, created_at, pending_email, ...form } = settings
  await world.as(vendor).vendors.update({ ...form, service_type_ids: services.map(world.typeId) })
}

const OFFERED = ['Landscaping', 'Snow Removal', 'Trash Take-Out']

describe('a request', () => {
  test('is mailed to each vendor that is asked, and nobody else, with one statement for all of them [4.mail.9]', async () => {
    await db.query(`create sequence inserts;
      create function count_insert() returns trigger language plpgsql security definer
        as $$ begin perform nextval('inserts'); return null; end $$;
      create trigger counted after insert on mails for each statement execute function count_insert()`)
    await world.request('Snow Removal', { excluded_vendors: [world.companyOf('hilltop')] }, 'ned')
    expect(await mailed()).toEqual(['quote_requested curb', 'quote_requested evergreen'])
    // Once for service_requested, which is mailed to nobody, and once for the vendors.
    expect((await db.query('select last_value::int as count from inserts')).rows).toEqual([{ count: 2 }])
    await db.query(`drop trigger counted on mails; drop function count_insert; drop sequence inserts`)
  })

  test('is not mailed to a vendor that starts to offer the service later [4.mail.9]', async () => {
    await world.request('Tree Care')
    expect(await mailed()).toEqual(['quote_requested evergreen'])
    await offer('curb', [...OFFERED, 'Tree Care'])
    const { rows } = await db.query(`select vendor_id from events where kind = 'quote_requested' order by id`)
    expect(rows.map(({ vendor_id }) => vendor_id)).toEqual([
      world.companyOf('evergreen'),
      world.companyOf('curb'),
    ])
    expect(await mailed()).toEqual([])
    await offer('curb', OFFERED)
  })

  test('is mailed again in a new round; a round that ended without a choice causes no mail', async () => {
    const service = await world.request('Snow Removal')
    await world.quote('curb', service, 90_00)
    await mailed()
    await db.query(`update building_services set status = 'None' where id = $1`, [service])
    await world.request('Snow Removal')
    expect(await mailed()).toEqual(['curb', 'evergreen', 'hilltop'].map((name) => `quote_requested ${name}`))
  })
})

describe('a price', () => {
  test('is mailed to the captain and the resident who made the request, once each; a changed price is not mailed [4.mail.10]', async () => {
    const asked = await world.request('Snow Removal', {}, 'ned')
    const own = await world.request('Landscaping')
    await mailed()
    const quote = await world.quote('curb', asked, 90_00)
    expect(await mailed()).toEqual(['quote_submitted maya', 'quote_submitted ned'])
    await world.as('curb').quotes.update({ id: quote, per_visit_price: 80_00 })
    expect(await mailed()).toEqual([])
    await world.quote('evergreen', own, 70_00)
    expect(await mailed()).toEqual(['quote_submitted maya'])
  })

  test('is not mailed to a resident who made the request and has been removed since [4.mail.10]', async () => {
    const service = await world.request('Snow Removal', {}, 'ned')
    await world.as('maya').members.remove({ id: world.idOf('ned') })
    await mailed()
    await world.quote('curb', service, 90_00)
    expect(await mailed()).toEqual(['quote_submitted maya'])
    await world.as('maya').members.accept({ id: world.idOf('ned') })
  })
})

test('an acceptance is mailed to the chosen vendor and to those whose price lost, not to vendors without a price [4.mail.11] [4.mail.12]', async () => {
  const service = await world.request('Snow Removal')
  const chosen = await world.quote('curb', service, 90_00)
  await world.quote('evergreen', service, 95_00)
  await mailed()
  await world.accept(service, chosen, 'ned')
  expect(await mailed()).toEqual(['quote_accepted curb', 'quote_declined evergreen'])
  await world.as('ned').quotes.accept({ id: chosen, per_visit_price: 90_00 })
  expect(await mailed()).toEqual([])
  const { rows } = await db.query(`select from events where kind = 'quote_declined'`)
  expect(rows).toHaveLength(2)
})

describe('when a mail is sent', () => {
  const fate = async (recipient: string) =>
    (await db.query('select last_error from mails where sent_at is null and recipient = $1', [recipient]))
      .rows

  test('it states the request, the prices and the outcome correctly', async () => {
    const service = await world.request('Snow Removal', {}, 'ned')
    const chosen = await world.quote('curb', service, 1_234_50)
    await world.quote('evergreen', service, 2_000_00)
    const choice = { id: chosen, per_visit_price: 1_234_50, reason: 'Good work before' } as const
    await world.as('maya').quotes.accept(choice)
    const last = async (name: string) =>
      (await post.mailsTo(`${name}@example.com`)).map((text) => text.replace(/\s+/g, ' '))
    const asked = 'every 4 weeks from Fri, Nov 20 to Fri, Feb 12, 2027'
    expect((await last('hilltop')).at(-1)).toContain(
      `Hello Hilltop, 1431 Minor Ave asks for your price per visit for Snow Removal, ${asked}. They write: Snow Removal, please.`,
    )
    for (const [name, hello] of [
      ['maya', 'Hello Maya,'],
      ['ned', 'Hello Ned,'],
    ] as const) {
      const [first, second, ...more] = (await last(name)).slice(-2)
      expect(first).toContain(
        `${hello} Curb & Corner has sent a quote for Snow Removal at 1431 Minor Ave: $1,234.50 per visit.`,
      )
      expect(second).toContain('Evergreen Grounds has sent a quote')
      expect(more).toEqual([])
    }
    expect((await last('curb')).at(-1)).toContain(
      `1431 Minor Ave has accepted your quote for Snow Removal, ${asked}: $1,234.50 per visit.`,
    )
    expect((await last('evergreen')).at(-1)).toContain(
      'Your quote of $2,000.00 per visit is closed. Yours was not the lowest of the quotes that leave nothing out. The reason for the choice: Good work before.',
    )
  })

  test('it goes to the recipient’s current address [4.mail.13]', async () => {
    await world.request('Tree Care')
    await db.query(`update profiles set email = 'moved@example.com' where id = $1`, [world.idOf('evergreen')])
    const before = (await post.mailsTo('evergreen@example.com')).length
    expect((await post.mailsTo('moved@example.com')).at(-1)).toContain('Hello Evergreen,')
    expect(await post.mailsTo('evergreen@example.com')).toHaveLength(before)
    await db.query(`update profiles set email = 'evergreen@example.com' where id = $1`, [
      world.idOf('evergreen'),
    ])
  })

  test('a removed person gets the mail about the removal, and no other mail about the building [4.mail.13]', async () => {
    const service = await world.request('Snow Removal', {}, 'ned')
    await world.quote('curb', service, 90_00)
    await world.as('maya').members.remove({ id: world.idOf('ned') })
    const [told, ...more] = (await post.mailsTo('ned@example.com')).slice(-1)
    expect(told).toContain('has removed you from the')
    expect(more).toEqual([])
    expect(await fate('ned@example.com')).toEqual([{ last_error: 'This no longer concerns the recipient' }])
    await world.as('maya').members.accept({ id: world.idOf('ned') })
    expect((await post.mailsTo('ned@example.com')).at(-1)).toContain('has confirmed that you live')
  })

  test('a request is not mailed to a vendor that stopped offering the service, and delays no other mail [4.mail.14]', async () => {
    await world.request('Trash Take-Out')
    await world.request('Snow Removal')
    await offer('curb', ['Landscaping', 'Snow Removal'])
    expect((await post.mailsTo('curb@example.com')).at(-1)).toContain('Snow Removal')
    expect(await fate('curb@example.com')).toEqual([
      { last_error: "It can't be written: the quote is gone, since its vendor stopped offering the service" },
    ])
    await offer('curb', OFFERED)
  })

  test('a person’s mails are sent in order: each waits for the one before it, unless that was given up [4.mail.14]', async () => {
    await world.request('Snow Removal')
    await world.request('Landscaping')
    const put = (due: string) =>
      db.query(`update mails set due_at = $1 where id = (select min(id) from mails where recipient = $2)`, [
        due,
        'curb@example.com',
      ])
    const sent = async () => {
      await post.mailsTo('curb@example.com')
      const { rows } = await db.query(
        'select sent_at is not null as sent from mails where recipient = $1 order by id',
        ['curb@example.com'],
      )
      return rows.map(({ sent }) => sent)
    }
    await put('2999-01-01')
    expect(await sent()).toEqual([false, false])
    await put('infinity')
    expect(await sent()).toEqual([false, true])
  })

  test('a password link is not delayed by the mails of a request [4.mail.14]', async () => {
    await world.request('Snow Removal')
    await db.query(`update mails set due_at = now() - interval '1 hour'`)
    await world.anonymous.accounts.requestPasswordReset({ email: 'otto@example.com' })
    await post.mailsTo('otto@example.com')
    const { rows } = await db.query('select recipient from mails order by sent_at limit 1')
    expect(rows).toEqual([{ recipient: 'otto@example.com' }])
  })
})
