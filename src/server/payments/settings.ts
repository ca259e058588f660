import { z } from 'zod'
import { StartError } from '../ops/start-error.ts'

/** Takes payments through Stripe. Null: everything of it is off. Several secrets, while one replaces another; no address: Stripe's own. */
export type StripeSettings = {
  secretKey: string
  webhookSecrets: string[]
  apiUrl: string | undefined
} | null

/** The operator's settings of Stripe. The messages complete '{name} must be …'. */
export const STRIPE_ENVIRONMENT = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w{10,}$/, 'a secret key of Stripe, such as sk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+(,whsec_\w+)*$/, 'the signing secret of the webhook, such as whsec_…')
    .optional(),
  STRIPE_API_URL: z
    .string()
    .regex(/^https?:\/\/[\w.-]+(:\d+)?$/, 'an address without a path, such as http://127.0.0.1:4242')
    .optional(),
}

/** Throws a StartError for one of key and secret without the other. */
export function readStripe(value: z.output<z.ZodObject<typeof STRIPE_ENVIRONMENT>>): StripeSettings {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: secrets, STRIPE_API_URL: apiUrl } = value
  if ((secretKey === undefined) !== (secrets === undefined)) {
    throw new StartError('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together: set both, or neither.')
  }
  if (secretKey === undefined || secrets === undefined) return null
  return { secretKey, webhookSecrets: secrets.split(','), apiUrl }
}
