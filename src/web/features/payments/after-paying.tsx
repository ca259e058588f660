import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { PAYMENT_MESSAGES } from '../../../domain/payments/messages.ts'
import { id as paymentId } from '../../../domain/text.ts'
import { trpc } from '../../api.ts'
import classes from './after-paying.module.css'

const TONES = { paid: 'done', failed: 'failed', expired: 'failed' } as const

/** What became of a payment, for who comes back from Stripe's page: what Stripe has confirmed, nothing else. Product 3.3 */
export function AfterPaying() {
  const asked = paymentId.safeParse(
    useLocation({ select: ({ search }) => (search as { paid?: unknown }).paid }),
  )
  const found = useQuery({
    ...trpc.payments.status.queryOptions({ id: asked.data ?? '' }),
    enabled: asked.success,
  })
  if (!found.data) return null
  const { status, amount } = found.data
  const said = status === 'returned' ? 'surplus' : status
  return (
    <p role="status" className={classes.notice} data-tone={TONES[said as keyof typeof TONES] ?? 'waits'}>
      {PAYMENT_MESSAGES.returned[said](amount)}
    </p>
  )
}
