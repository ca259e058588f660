import { Button } from '@mantine/core'
import { formatMonthDay } from '../../../domain/calendar.ts'
import { COMPLIANCE_FIELDS, type ComplianceFacts } from '../../../domain/compliance/document.ts'
import { COMPLIANCE_LABELS } from '../../../domain/compliance/kind.ts'
import { formatMoney } from '../../../domain/money.ts'
import { cityToday } from '../../city.ts'

/** What a document says, in words. */
export function factsOf({ kind, number, amount, valid_from, expires_on }: ComplianceFacts) {
  const from = formatMonthDay(valid_from, cityToday())
  return {
    number,
    amount: amount === null ? null : `${formatMoney(amount).replace(/\.00$/, '')} coverage`,
    valid:
      expires_on === null
        ? `${COMPLIANCE_FIELDS[kind].valid_from} ${from}`
        : `${from} to ${formatMonthDay(expires_on, cityToday())}`,
  }
}

type ViewProps = { document: { kind: ComplianceFacts['kind']; url: string; file_name: string } }

/** Opens a document's file in a tab of its own. */
export function ViewFile({ document: { kind, url, file_name } }: ViewProps) {
  return (
    <Button
      component="a"
      href={url}
      target="_blank"
      rel="noreferrer"
      size="sm"
      variant="default"
      aria-label={`View ${file_name} (${COMPLIANCE_LABELS[kind]})`}
    >
      View
    </Button>
  )
}
