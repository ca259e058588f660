import type { ComparedQuote } from '../../../domain/quotes/comparison.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'

type Props = { mark: NonNullable<ComparedQuote['mark']>; leftOut: string[] }

/** 'Lowest' for a quote that leaves nothing out; the lowest of the others says what it leaves out. Product 2.5 */
export function QuoteMark({ mark, leftOut }: Props) {
  return mark === 'lowest' ? (
    <StatusBadge tone="green" dot={false}>
      Lowest
    </StatusBadge>
  ) : (
    <StatusBadge tone="amber" dot={false}>
      {leftOut.length > 0 ? `Lowest without ${leftOut.join(', ')}` : 'Lowest without some visits'}
    </StatusBadge>
  )
}
