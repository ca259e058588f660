import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { outcome } from '../http-client.ts'
import { pdf } from '../sample-files.ts'
import { openUploader } from '../upload.ts'
import type { World } from '../world.ts'

/** An action, its attempts, and its acknowledged calls. Each acknowledged call has an event of its own. */
type Work = { kind: string; subject: string; tries: number; acknowledged: number }

const AT_MOST = 10_000
const PAUSE = 20

/**
 * People who work without a pause while the portal's database comes and goes: a captain accepts and removes a
 * neighbor, vendors change prices, documents arrive. The portal must answer 'busy' in time to what it can't do.
 */
export async function openBusyPeople(origin: string, world: World) {
  const all = new Map<string, Work>()
  const surprises: string[] = []
  let refused = 0
  const maya = await openUploader(origin, 'maya@example.com')
  const vendors = await Promise.all(
    (['evergreen', 'curb'] as const).map((name) => openUploader(origin, `${name}@example.com`)),
  )
  const service = await world.request('Landscaping')
  const quotes = [await world.quote('evergreen', service, 50_00), await world.quote('curb', service, 50_00)]

  /** Returns the code of the domain error, or 'ok'. */
  async function attempt(kind: string, subject: string, send: () => Promise<unknown>): Promise<string> {
    const work = all.get(kind + subject) ?? { kind, subject, tries: 0, acknowledged: 0 }
    all.set(kind + subject, work)
    work.tries += 1
    const from = performance.now()
    const [settled] = await Promise.allSettled([send()])
    const ms = performance.now() - from
    const answer = outcome(settled)
    if (answer === 'ok') work.acknowledged += 1
    if (answer === 'busy') refused += 1
    if (ms > AT_MOST) surprises.push(`${kind}: ${answer} after ${Math.round(ms)} ms`)
    return answer
  }
  function surpriseUnless(answer: string, kind: string, ...expected: string[]): void {
    if (!['ok', 'busy', ...expected].includes(answer)) surprises.push(`${kind}: ${answer}`)
  }

  const pia = world.idOf('pia')
  const { accept, remove } = maya.client.members
  let count = 0
  const acts = {
    async members() {
      // When only the answer was lost, the retry is one too many.
      const kinds = ['member_accepted', 'member_removed'] as const
      const accepted = await attempt(kinds[0], pia, () => accept.mutate({ id: pia }))
      surpriseUnless(accepted, kinds[0], 'member_not_pending')
      const removed = await attempt(kinds[1], pia, () => remove.mutate({ id: pia }))
      surpriseUnless(removed, kinds[1], 'member_not_pending', 'not_found')
    },
    async prices(vendor: number) {
      const id = quotes[vendor] ?? ''
      count += 1
      const change = vendors[vendor]?.client.quotes.update
      const answer = await attempt('quote_updated', id, async () =>
        change?.mutate({ id, per_visit_price: 5000 + count }),
      )
      surpriseUnless(answer, 'quote_updated')
      return answer
    },
    async uploads() {
      count += 1
      const name = `Rules ${count}.pdf`
      const answer = await attempt('document_uploaded', name, async () => {
        const { status, error } = await maya.send(name, pdf(name, 100_000))
        if (status !== 201) throw { data: error?.data, message: String(status) }
      })
      surpriseUnless(answer, 'document_uploaded')
    },
  }
  /** How many acknowledged actions are missing, and how many were stored more often than tried. */
  async function compare(pool: pg.Pool) {
    const { rows } = await pool.query<{ work: string; count: number }>(
      `select kind || coalesce(data ->> 'file_name', subject::text) as work, count(*)::int as count
       from events where kind = any ($1) group by 1`,
      [[...new Set([...all.values()].map(({ kind }) => kind))]],
    )
    const times = new Map(rows.map(({ work, count }) => [work, count]))
    let [acknowledged, lost, doubled] = [0, 0, 0]
    for (const [key, work] of all) {
      const done = times.get(key) ?? 0
      acknowledged += work.acknowledged
      lost += Math.max(0, work.acknowledged - done)
      doubled += Math.max(0, done - work.tries)
    }
    return { acknowledged, lost, doubled }
  }

  return {
    maya,
    surprises,
    /** How often the portal was busy. */
    refused: () => refused,
    compare,
    /** A change that can be repeated. */
    async change(): Promise<void> {
      const answer = await acts.prices(0)
      if (answer !== 'ok') throw new Error(answer)
    },
    /** Repeats until the returned function is called. */
    work(): () => Promise<void> {
      let isOver = false
      const again = async (act: () => Promise<unknown>) => {
        for (; !isOver; await sleep(PAUSE)) await act()
      }
      const { members, prices, uploads } = acts
      const lives = [members, () => prices(0), () => prices(1), uploads].map(again)
      return async () => {
        isOver = true
        await Promise.all(lives)
      }
    },
  }
}

export type BusyPeople = Awaited<ReturnType<typeof openBusyPeople>>
