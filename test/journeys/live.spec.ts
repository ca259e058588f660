import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { startEmbedded } from '../../src/server/database/embedded.ts'
import { freePort, startPortal, untilServing } from '../portal-process.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsResident, arriveAsVendor, ask, call, requestOneVisit } from './arrive.ts'
import { test } from './journey.ts'
import { openBrowser, picture } from './people.ts'

const SERVICE = 'Snow Removal'
const THREADS = 2

/** Two vendors, a captain who asked them, and her list, open on the screen. */
async function openList(captain: Page, vendors: Page[]): Promise<void> {
  for (const vendor of vendors) await arriveAsVendor(vendor, [SERVICE])
  await arriveAsResident(captain, 'Maya')
  await requestOneVisit(captain, SERVICE, 'Clear walks by 7am')
  await captain.goto('/home/services')
  await expect(card(captain)).toContainText('No quotes received yet.')
  // From here on nothing is loaded anew.
  await captain.evaluate('window.sameDocument = true')
}

const card = (page: Page) => page.getByRole('button', { name: SERVICE })

async function quote(vendor: Page, per_visit_price: number): Promise<void> {
  const [open] = await ask<{ id: string }[]>(vendor, 'quotes.list', { tab: 'needs_quote', page: 1 })
  await call(vendor, 'quotes.submit', { id: open?.id, per_visit_price })
}

async function expectSameDocument(page: Page): Promise<void> {
  expect(await page.evaluate('window.sameDocument')).toBe(true)
}

test('a price appears within a second, and one that came while the network was away as soon as it is back', async ({
  browser,
}, info) => {
  const [captain, first, second] = [
    await openBrowser(browser),
    await openBrowser(browser),
    await openBrowser(browser),
  ]
  await openList(captain, [first, second])
  await quote(first, 12_000)
  await expect(card(captain)).toContainText('1 quote so far, from $120.00', { timeout: 1000 })

  await captain.context().setOffline(true)
  await quote(second, 9_950)
  await expect(card(captain)).toContainText('1 quote so far, from $120.00')
  await captain.context().setOffline(false)
  await expect(card(captain)).toContainText('2 quotes so far, from $99.50')
  await expectSameDocument(captain)
  await picture(captain, info, 'live-caught-up')
  await expectAccessible(captain)
})

test('what happens while the server’s own ear is cut off shows once it hears again', async ({ browser }) => {
  // A portal of its own: the others' updates must not wait for this one's.
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
    await openList(captain, [first, second])
    await quote(first, 12_000)
    await expect(card(captain)).toContainText('1 quote so far, from $120.00')
    await cutOff(dataDir)
    await quote(second, 9_950)
    await expect(card(captain)).toContainText('2 quotes so far, from $99.50')
    await expectSameDocument(captain)
    for (const person of people) await person.context().close()
  } finally {
    portal.child.kill('SIGTERM')
    await portal.ended
    rmSync(dataDir, { recursive: true, force: true })
  }
})

/** Ends the connections on which the server’s threads are told of changes, as a restarted database does. */
async function cutOff(dataDir: string): Promise<void> {
  const database = await startEmbedded(dataDir, 'command')
  const client = new pg.Client(database.connection)
  await client.connect()
  const ears = "from pg_stat_activity where application_name = 'stoop live'"
  // A thread may still be starting when another one answers.
  await expect.poll(async () => (await client.query(`select ${ears}`)).rowCount).toBe(THREADS)
  const ended = await client.query(`select pg_terminate_backend(pid) ${ears}`)
  expect(ended.rowCount).toBe(THREADS)
  await client.end()
  await database.stop()
}
