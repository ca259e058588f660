import { type ComparedQuote, markText } from '../../../domain/quotes/comparison.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'

type Props = { mark: NonNullable<ComparedQuote['mark']>; leftOut: string[] }

/** 'Lowest', or without what it is the lowest. Product 2.5 */
export function QuoteMark({ mark, leftOut }: Props) {
  return (
    <StatusBadge tone={mark === 'lowest' ? 'green' : 'amber'} dot={false}>
      {markText(mark, leftOut)}
    </StatusBadge>
  )
}
