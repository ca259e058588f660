import { nounsText } from '../../../domain/compliance/requirement.ts'
import { missingAtFirst } from '../../../domain/quotes/acceptance-preview.ts'
import { cityToday } from '../../city.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'

type AskedDocuments = Parameters<typeof missingAtFirst>
type Props = { service: AskedDocuments[0]; quote: AskedDocuments[1] }

/** Whether a quote's vendor holds what the service requires on the day of the first visit. Product 2.6 */
export function DocumentsText({ service, quote }: Props) {
  const { missing } = missingAtFirst(service, quote, cityToday())
  if (missing.length === 0)
    return (
      <StatusBadge tone="green" dot={false}>
        Documents verified
      </StatusBadge>
    )
  return (
    <StatusBadge tone="amber" dot={false}>
      Lacks {nounsText(missing)}
    </StatusBadge>
  )
}
