import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StripeObject } from './books.ts'

export type StripeEvent = { id: string; type: string; created: number; account?: string; body: string }

/** How deliveries go wrong: each a chance from 0 to 1, the delay in milliseconds. */
export type Weather = {
  /** Of one more delivery of the same event. */
  repeated: number
  /** Of another one before it, with a signature of a wrong secret or of long ago. */
  wrong: number
  old: number
  /** The longest wait before a delivery, so that later events overtake. */
  delay: number
}
export const FINE: Weather = { repeated: 0, wrong: 0, old: 0, delay: 0 }

type Settings = { url: () => string | undefined; secret: string; now: () => Date; chance: () => number }

const OLD = 600
const TRIES = 4000
const WAIT = 50

/** The value of the Stripe-Signature header. */
export function signatureOf(body: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** Stripe's webhooks: each event is sent, signed, until it is taken. */
export function startDeliveries({ url, secret, now, chance }: Settings) {
  const events: StripeEvent[] = []
  const weather = { ...FINE }
  const counts = { sent: 0, taken: 0, refused: 0 }
  const open = new Set<Promise<void>>()
  const ending = new AbortController()

  async function post(body: string, signature: string): Promise<number> {
    const address = url()
    if (!address) return 0
    counts.sent += 1
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const response = await fetch(address, { method: 'POST', body, headers, signal: ending.signal }).catch(
      () => null,
    )
    await response?.arrayBuffer().catch(() => null)
    if (response?.ok) counts.taken += 1
    else if (response) counts.refused += 1
    return response?.status ?? 0
  }

  const wait = (ms: number) => sleep(ms, undefined, { signal: ending.signal }).catch(() => undefined)

  async function deliver({ body }: StripeEvent): Promise<void> {
    const seconds = () => Math.floor(now().getTime() / 1000)
    await wait(chance() * weather.delay)
    if (chance() < weather.wrong) await post(body, signatureOf(body, `${secret}wrong`, seconds()))
    if (chance() < weather.old) await post(body, signatureOf(body, secret, seconds() - OLD))
    let isRepeated = chance() < weather.repeated
    for (let tries = 0; tries < TRIES && url() && !ending.signal.aborted; tries += 1) {
      const status = await post(body, signatureOf(body, secret, seconds()))
      if (status >= 200 && status < 300) {
        if (!isRepeated) return
        isRepeated = false
        await wait(chance() * weather.delay)
      } else await wait(WAIT)
    }
  }

  function send(event: StripeEvent): void {
    const delivery = deliver(event).finally(() => open.delete(delivery))
    open.add(delivery)
  }

  return {
    events,
    weather,
    counts,
    /** Sends these events again. */
    repeat: (again: readonly StripeEvent[]) => again.forEach(send),

    emit(type: string, { account, ...object }: StripeObject): void {
      const id = `evt_${randomBytes(12).toString('hex')}`
      const created = Math.floor(now().getTime() / 1000)
      const own = account === null ? {} : { account }
      const data = { object: structuredClone(object) }
      const body = JSON.stringify({
        id,
        object: 'event',
        type,
        created,
        livemode: false,
        api_version: '2026-10-28.endive',
        ...own,
        data,
      })
      const event = { id, type, created, ...own, body }
      events.push(event)
      send(event)
    },

    /** Waits until every event is taken. */
    async settled(): Promise<void> {
      while (open.size > 0) await Promise.all(open)
    },
    async stop(): Promise<void> {
      ending.abort()
      await Promise.allSettled(open)
    },
  }
}
