import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { startEmbedded } from '../../src/server/db/embedded/embedded.ts'
import { freePort, startPortal, untilServing } from '../portal-process.ts'
import { slowness } from '../slowness.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsResident, arriveAsVendor, call, quoteFor, requestOneVisit } from './arrive.ts'
import { test } from './journey.ts'
import { openBrowser, picture } from './people.ts'

const SERVICE = 'Snow Removal'
const THREADS = 2

/** Two vendors, and a captain with their requests on the open list. Returns the address. */
async function openList(captain: Page, vendors: Page[]): Promise<string> {
  for (const vendor of vendors) await arriveAsVendor(vendor, [SERVICE])
  const { address } = await arriveAsResident(captain, 'Maya')
  await requestOneVisit(captain, SERVICE, 'Clear walks by 7am')
  await captain.goto('/home/services')
  await expect(card(captain)).toContainText('No quotes received yet.')
  // From here on the page is not reloaded.
  await captain.evaluate('window.sameDocument = true')
  return address
}

const card = (page: Page) => page.getByRole('button', { name: SERVICE })

async function quote(vendor: Page, address: string, per_visit_price: number): Promise<void> {
  await call(vendor, 'quotes.submit', { id: await quoteFor(vendor, address), per_visit_price })
}

async function expectSameDocument(page: Page): Promise<void> {
  expect(await page.evaluate('window.sameDocument')).toBe(true)
}

test('a price appears within a second, and after a network failure as soon as the network is back', async ({
  browser,
}, info) => {
  const limit = 1000 * slowness()
  const [captain, first, second] = [
    await openBrowser(browser),
    await openBrowser(browser),
    await openBrowser(browser),
  ]
  const address = await openList(captain, [first, second])
  await quote(first, address, 12_000)
  await expect(card(captain)).toContainText('1 quote so far, from $120.00', { timeout: limit })

  await captain.context().setOffline(true)
  await quote(second, address, 9_950)
  await expect(card(captain)).toContainText('1 quote so far, from $120.00')
  await captain.context().setOffline(false)
  await expect(card(captain)).toContainText('2 quotes so far, from $99.50')
  await expectSameDocument(captain)
  await picture(captain, info, 'live-caught-up')
  await expectAccessible(captain)
})

test('an event during a lost database subscription appears once the server has subscribed again', async ({
  browser,
}) => {
  // A portal of its own, so that other journeys keep their live updates.
  const dataDir = mkdtempSync(join(tmpdir(), 'stoop-live-'))
  chmodSync(dataDir, 0o711)
  const port = await freePort()
  const portal = startPortal({ dataDir, port, env: { THREADS: String(THREADS) } })
  try {
    await untilServing(portal, port)
    const people = await Promise.all(
      [1, 2, 3].map(async () =>
        (await browser.newContext({ baseURL: `http://127.0.0.1:${port}` })).newPage(),
      ),
    )
    const [captain, first, second] = people
    if (!captain || !first || !second) throw new Error('Three people were asked for')
    const address = await openList(captain, [first, second])
    await quote(first, address, 12_000)
    await expect(card(captain)).toContainText('1 quote so far, from $120.00')
    await cutOff(dataDir)
    await quote(second, address, 9_950)
    await expect(card(captain)).toContainText('2 quotes so far, from $99.50')
    await expectSameDocument(captain)
    for (const person of people) await person.context().close()
  } finally {
    portal.child.kill('SIGTERM')
    await portal.ended
    rmSync(dataDir, { recursive: true, force: true })
  }
})

/** Ends the connections on which the server’s processes listen for events, as a restarted database does. */
async function cutOff(dataDir: string): Promise<void> {
  const database = await startEmbedded(dataDir, 'command')
  const client = new pg.Client(database.connection)
  await client.connect()
  const listeners = "from pg_stat_activity where application_name = 'stoop realtime'"
  // A worker may still be starting when another one answers.
  await expect.poll(async () => (await client.query(`select ${listeners}`)).rowCount).toBe(THREADS)
  const ended = await client.query(`select pg_terminate_backend(pid) ${listeners}`)
  expect(ended.rowCount).toBe(THREADS)
  await client.end()
  await database.stop()
}
