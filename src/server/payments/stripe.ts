import type { Stripe } from 'stripe'
import { PRODUCT } from '../../domain/product.ts'
import type { Config } from '../config.ts'

/** Stripe's library: it takes most of a second to load, so it is loaded when it is first used. */
export type StripeAccess = () => Promise<Stripe>

/** In milliseconds. A person waits for an answer, and so does Stripe itself while it delivers an event. */
const TIMEOUT = 8000
const RETRIES = 2

/** Access to Stripe, by its own library. Null without a key: then nothing is sent to it. Product 3.3 */
export function createStripe({ stripe }: Pick<Config, 'stripe'>): StripeAccess | null {
  if (stripe === null) return null
  const { secretKey, apiUrl } = stripe
  let loading: Promise<Stripe> | undefined
  return () => {
    loading ??= import('stripe').then(({ default: Library }) => {
      const address = apiUrl === undefined ? {} : connectionTo(new URL(apiUrl))
      const about = { appInfo: { name: PRODUCT }, telemetry: false }
      return new Library(secretKey, { ...about, ...address, timeout: TIMEOUT, maxNetworkRetries: RETRIES })
    })
    return loading
  }
}

function connectionTo({ protocol, hostname, port }: URL) {
  const isPlain = protocol === 'http:'
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isPlain ? 80 : 443),
  }
}
