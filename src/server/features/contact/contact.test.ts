import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { createPool } from '../../db/pool.ts'
import { openBrowser } from '../../demo/person.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('contact')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))

const message = {
  name: ' Vera Visitor ',
  email: ' Vera@Example.com ',
  message: '  We are 24 homes.\r\n\r\nCan you help? <b>’; drop table profiles; --  ',
}

test('a visitor’s message is stored as typed, unread, with the time it arrived [3.contact-messages] [4.contact.1] [7.contact.1] [9.default.3] [V1.2.4]', async () => {
  const from = new Date()
  await world.anonymous.contact.send(message)
  const { rows } = await db.query('select name, email, message, status, created_at from contact_messages')
  expect(rows).toEqual([
    {
      name: 'Vera Visitor',
      email: 'vera@example.com',
      message: 'We are 24 homes.\n\nCan you help? <b>’; drop table profiles; --',
      status: 'unread',
      created_at: expect.any(Date),
    },
  ])
  // The database's clock is this machine's.
  expect(rows[0].created_at.getTime()).toBeGreaterThanOrEqual(from.getTime() - 1000)
})

test('the event names the sender, or nobody for a visitor', async () => {
  await db.query('truncate contact_messages')
  await world.as('curb').contact.send(message)
  await world.as('pia').contact.send(message)
  const { rows } = await db.query(
    `select actor, building_id, vendor_id from events where kind = 'contact_message_sent' order by id`,
  )
  const told = (actor: string | null) => ({ actor, building_id: null, vendor_id: null })
  expect(rows).toEqual([told(null), told(world.idOf('curb')), told(world.idOf('pia'))])
  expect((await db.query('select from contact_messages')).rowCount).toBe(2)
})

test('a client address may send 30 messages an hour; other addresses are not affected', async () => {
  await db.query('delete from sign_in_limits')
  const from = (address: string) => openBrowser(world.portal, address).contact.send(message)
  await from('10.0.0.1')
  await db.query(`update sign_in_limits set points = 30 where key = 'message:10.0.0.1'`)
  await expect(from('10.0.0.1')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await from('10.0.0.2')
  await db.query('truncate contact_messages')
})

test('all three fields are required, and values that are too long are rejected with a message [5.contact.1-3]', async () => {
  const refused = (more: object, text: string, field: string) =>
    expect(world.anonymous.contact.send({ ...message, ...more })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: text,
      cause: { field },
    })
  await refused({ name: '  ' }, 'Name is required', 'name')
  await refused({ email: '' }, 'Email is required', 'email')
  await refused({ email: 'vera at example' }, 'Email must look like ana@example.com', 'email')
  await refused({ message: '\n ' }, 'Message is required', 'message')
  await refused({ message: 'x'.repeat(5001) }, 'Message can have at most 5000 characters', 'message')
  expect((await db.query('select from contact_messages')).rowCount).toBe(0)
})
