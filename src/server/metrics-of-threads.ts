import { setTimeout as sleep } from 'node:timers/promises'
import { BroadcastChannel, threadId } from 'node:worker_threads'
import type { Registry } from 'prom-client'
import { threads } from './threads.ts'

export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>
type Message = { ask: string } | { answers: string; from: number; figures: Figures }

/** For a thread that is busy, or that begins or ends just now: what it said last counts. */
const PATIENCE = 1000

/** What the other threads of this process have counted; and tells them, when they ask, what this one has. */
export function metricsOfOthers(own: () => Promise<Figures>): () => Promise<Figures[]> {
  if (threads() === 1) return async () => []
  const all = new BroadcastChannel('metrics')
  all.unref()
  const asked = new Map<string, () => void>()
  const told = new Map<number, Figures>()
  let count = 0
  all.onmessage = async (event) => {
    const { data: message } = event as { data: Message }
    if ('ask' in message) all.postMessage({ answers: message.ask, from: threadId, figures: await own() })
    else {
      told.set(message.from, message.figures)
      asked.get(message.answers)?.()
    }
  }
  return async () => {
    const ask = `${threadId}-${count++}`
    const complete = new Promise<void>((resolve) => {
      let answers = 0
      asked.set(ask, () => {
        answers += 1
        if (answers === threads() - 1) resolve()
      })
    })
    all.postMessage({ ask })
    await Promise.race([complete, sleep(PATIENCE, undefined, { ref: false })])
    asked.delete(ask)
    return [...told.values()]
  }
}
