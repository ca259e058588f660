import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { breachesOf } from '../../src/server/cli/check.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { createPool, Db } from '../../src/server/db/pool.ts'
import { openStream, type Stream } from '../event-stream.ts'
import { createClient } from '../http-client.ts'
import { freePort, startPortal, untilServing } from '../portal-process.ts'
import { createWorld, PASSWORD } from '../world.ts'
import { openBusyPeople } from './busy-people.ts'
import { report } from './drill.ts'
import { openNetwork } from './network.ts'
import { startPair } from './standby.ts'

/** How long an operator's tool takes to detect that the primary is gone. */
const NOTICED = 3000

/** The primary's machine fails while people work; its standby is promoted, and the address leads to it. */
export async function failOver(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stoop-failover-'))
  chmodSync(folder, 0o711)
  const pair = await startPair(folder)
  const before = createPool(pair.primary)
  await migrate(before).finally(() => before.end())
  const world = await createWorld(pair.primary)
  const network = await openNetwork(pair.primary)
  const port = await freePort()
  const env = { DATABASE_URL: network.url, SECRET: world.portal.config.secret }
  const portal = startPortal({ dataDir: join(folder, 'data'), port, env })
  await untilServing(portal, port)
  const origin = `http://127.0.0.1:${port}`
  const people = await openBusyPeople(origin, world)

  const stream = await openStream(origin, { cookie: people.maya.cookie() })
  const stop = people.work()
  await sleep(2000)
  const refused = people.refused()
  await pair.losePrimary()
  await sleep(NOTICED)
  expect(people.refused()).toBeGreaterThan(refused)
  await pair.promote()
  network.leadTo(pair.standby)
  const promoted = performance.now()
  const signIn = () =>
    createClient(origin).accounts.signIn.mutate({ email: 'ned@example.com', password: PASSWORD })
  await Promise.all([untilDone(() => people.change()), untilDone(signIn), untilTold(stream)])
  const slowest_ms = performance.now() - promoted
  await sleep(1000)
  await stop()
  stream.close()

  const after = createPool(pair.standby)
  const outcome = await people.compare(after)
  const breaches = await breachesOf(new Db(after))
  portal.child.kill('SIGINT')
  const code = await portal.ended
  network.close()
  await Promise.all([after.end(), world.close()])
  await pair.close()
  rmSync(folder, { recursive: true, force: true })

  expect({ ...outcome, breaches, surprises: people.surprises, code }).toEqual({
    acknowledged: expect.any(Number),
    ...{ lost: 0, doubled: 0, breaches: [], surprises: [], code: 0 },
  })
  expect(slowest_ms).toBeLessThan(5000)
  report({ drill: 'PostgreSQL fails over to its standby', runs: 1, ...outcome, slowest_ms })
}

/** Subscribers that may have missed an event are told to refresh everything. */
async function untilTold(stream: Stream): Promise<void> {
  for (;;) {
    const message = await stream.next()
    if (message === 'end' || message.data === 'resync') return
  }
}

async function untilDone(act: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await act()
      return
    } catch (error) {
      if (tries === 100) throw error
      await sleep(50)
    }
  }
}
