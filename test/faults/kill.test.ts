import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitDates } from '../../src/domain/appointments/visits.ts'
import { readInvariants } from '../../src/server/commands/check.ts'
import { startEmbedded } from '../../src/server/database/embedded.ts'
import { type Client, createClient, signUpResident, signUpVendor } from '../http-client.ts'
import { freePort, killStarted, startPortal, untilServing } from '../portal-process.ts'
import { report } from './drill.ts'

const ACCEPTANCES = 50
const AT_ONCE = 8
const AT_MOST = 3000

const request = {
  description: 'Every week for a year',
  service_type: 'recurring' as const,
  required_every_weeks: 1,
  preferred_start_date: '2099-01-05',
  preferred_end_date: '2099-12-28',
}
const VISITS = visitDates(request).length

let dataDir = ''

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'stoop-kill-'))
  chmodSync(folder, 0o711)
  dataDir = join(folder, 'data')
})

afterAll(() => {
  killStarted([dataDir])
  rmSync(join(dataDir, '..'), { recursive: true, force: true })
})

/** Fifty services with one price each, of two buildings, ready to be accepted. */
async function fiftyQuotes(origin: string) {
  const vendor = createClient(origin)
  const types = (await vendor.services.catalogue.query()).map(({ id }) => id)
  await signUpVendor(vendor, types)
  const quotes: { resident: Client; id: string }[] = []
  for (const [index, share] of [types.slice(0, 25), types.slice(0, 25)].entries()) {
    const resident = createClient(origin)
    await signUpResident(resident, { address: `${index} Kill Street` })
    for (const service_type_id of share)
      await resident.services.request.mutate({ ...request, service_type_id })
    for (let left = share.length; left > 0; ) {
      const page = await vendor.quotes.list.query({ tab: 'needs_quote', page: 1 })
      for (const { id } of page) {
        await vendor.quotes.submit.mutate({ id, per_visit_price: 5000 })
        quotes.push({ resident, id })
      }
      left -= page.length
    }
  }
  return quotes
}

test('a hard kill in the middle of 50 acceptances loses none that was acknowledged, and leaves no half of one', {
  timeout: 120_000,
}, async () => {
  const port = await freePort()
  const portal = startPortal({ dataDir, port })
  await untilServing(portal, port)
  const quotes = await fiftyQuotes(`http://127.0.0.1:${port}`)
  expect(quotes).toHaveLength(ACCEPTANCES)

  const acknowledged: string[] = []
  const waiting = [...quotes]
  const accept = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { resident, id } = next
      const done = await resident.quotes.accept.mutate({ id, per_visit_price: 5000 }).catch(() => null)
      if (done) acknowledged.push(id)
      // While others are half way.
      if (acknowledged.length === ACCEPTANCES / 2) portal.child.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, accept))
  expect(await portal.ended).toBe('SIGKILL')
  expect(acknowledged.length).toBeGreaterThanOrEqual(ACCEPTANCES / 2)
  expect(acknowledged.length).toBeLessThan(ACCEPTANCES)

  const again = startPortal({ dataDir, port })
  const slowest_ms = await untilServing(again, port)
  expect(slowest_ms).toBeLessThan(AT_MOST)

  const { connection, stop } = await startEmbedded(dataDir, 'command')
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ id: string; state: string }>(`
    select q.id, case
      when q.status = 'accepted' and s.status = 'Accepted' and s.assigned_vendor = q.vendor_id
        and visits.count = ${VISITS} and told.count = 1 then 'complete'
      when q.status = 'pending' and s.status = 'Quote' and visits.count = 0 and told.count = 0 then 'absent'
      else 'half' end as state
    from service_quotes q join building_services s on s.id = q.building_service_id
    cross join lateral (select count(*) from appointments a where a.service_quote_id = q.id) visits
    cross join lateral (select count(*) from events e where e.kind = 'quote_accepted' and e.subject = q.id) told`)
  const breaches = await client.query(await readInvariants())
  await client.end()
  await stop()
  expect(breaches.rows).toEqual([])
  expect(rows).toHaveLength(ACCEPTANCES)
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  expect(rows.filter(({ state }) => state === 'half')).toEqual([])
  expect(acknowledged.map((id) => states.get(id))).toEqual(acknowledged.map(() => 'complete'))
  // An answer can be lost on its way, so up to one more for each that was under way may be complete.
  const complete = rows.filter(({ state }) => state === 'complete').length
  expect(complete).toBeLessThanOrEqual(acknowledged.length + AT_ONCE)

  const lost = acknowledged.filter((id) => states.get(id) !== 'complete').length
  const drill = 'hard kill in 50 acceptances'
  report({ drill, runs: 1, acknowledged: acknowledged.length, lost, doubled: 0, slowest_ms })

  again.child.kill('SIGTERM')
  expect(await again.ended).toBe(0)
})
