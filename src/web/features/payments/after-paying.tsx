import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { PAYMENT_MESSAGES } from '../../../domain/payments/messages.ts'
import { trpc } from '../../api.ts'
import classes from './after-paying.module.css'

/** Anything else in the address is ignored. */
const PAYMENT_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const TONES = { paid: 'done', failed: 'failed', expired: 'failed' } as const

/** What became of a payment, for who comes back from Stripe's page: what Stripe has confirmed, nothing else. Product 3.3 */
export function AfterPaying() {
  const paid = useLocation({ select: ({ search }) => (search as { paid?: unknown }).paid })
  const id = typeof paid === 'string' && PAYMENT_ID.test(paid) ? paid : null
  const found = useQuery({ ...trpc.payments.status.queryOptions({ id: id ?? '' }), enabled: id !== null })
  if (!found.data) return null
  const { status, amount } = found.data
  const said = status === 'returned' ? 'surplus' : status
  return (
    <p role="status" className={classes.notice} data-tone={TONES[said as keyof typeof TONES] ?? 'waits'}>
      {PAYMENT_MESSAGES.returned[said](amount)}
    </p>
  )
}
