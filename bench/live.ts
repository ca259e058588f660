import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { memoryOf } from '../test/memory.ts'
import { residentOf } from './city.ts'
import { type Person, signIn } from './servers.ts'

const BROWSERS = 1000
/** An account has at most so many. */
const EACH = 10
const ROUNDS = 5
/** Higher than every event id, so nothing is replayed. */
const FROM_NOW = encodeURIComponent(JSON.stringify({ lastEventId: '9'.repeat(15) }))

/** W9: a thousand browsers of a hundred people: the time until the last one gets an event, and the memory of each. */
export async function liveUpdates(db: pg.Pool, origin: string, pids: number[]): Promise<string> {
  const people: Person[] = []
  while (people.length < BROWSERS / EACH) people.push(await signIn(origin, residentOf(1 + people.length)))
  const openAll = (some: Person[], count: number) =>
    Promise.all(some.flatMap(({ cookie }) => Array.from({ length: count }, () => open(origin, cookie))))
  // Warm up, so that one-time costs do not count.
  const warm = await openAll(people.slice(0, 20), 1)
  for (const { close } of warm) close()
  await sleep(1000)
  const before = memoryOf(pids)
  const streams: Awaited<ReturnType<typeof open>>[] = []
  while (streams.length < BROWSERS)
    streams.push(...(await openAll(people.slice(streams.length / EACH, streams.length / EACH + 5), EACH)))
  await sleep(1000)
  const each = (memoryOf(pids) - before) / BROWSERS
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const told = streams.map(({ next }) => next())
    const from = performance.now()
    await db.query(
      `insert into events (kind, building_id) select 'document_renamed', building_id
       from profiles where email = any ($1)`,
      [people.map(({ email }) => email)],
    )
    await Promise.all(told)
    times.push(performance.now() - from)
  }
  for (const { close } of streams) close()
  return `${'W9 live updates'.padEnd(28)} ${BROWSERS} browsers told in at most ${Math.max(...times).toFixed(0)} ms, ${(each / 1000).toFixed(0)} kB each`
}

/** An open stream; `next` resolves with the next change. */
function open(origin: string, cookie: string): Promise<{ next: () => Promise<void>; close: () => void }> {
  return new Promise((resolve, reject) => {
    const asked = get(
      `${origin}/api/trpc/realtime.changes?input=${FROM_NOW}`,
      { agent: false, headers: { cookie } },
      (response: IncomingMessage) => {
        if (response.statusCode !== 200) return reject(new Error(`A stream answered ${response.statusCode}`))
        let heard: (() => void) | undefined
        response.setEncoding('utf8').on('data', (text: string) => {
          if (text.includes('document_renamed')) heard?.()
        })
        response.on('error', () => undefined)
        resolve({
          next: () =>
            new Promise<void>((told) => {
              heard = told
            }),
          close: () => response.destroy(),
        })
      },
    )
    asked.on('error', reject)
  })
}
