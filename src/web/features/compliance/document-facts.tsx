import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatMonthDay } from '../../../domain/calendar.ts'
import {
  COMPLIANCE_FIELDS,
  type ComplianceFacts,
  type ComplianceStatus,
  documentStanding,
} from '../../../domain/compliance/document.ts'
import { COMPLIANCE_LABELS } from '../../../domain/compliance/kind.ts'
import { formatMoney } from '../../../domain/money.ts'
import { cityToday } from '../../city.ts'
import cards from '../../ui/cards-table.module.css'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './compliance.module.css'

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

type CellsProps = {
  document: ComplianceFacts & { status: ComplianceStatus; refused_reason: string | null }
  isRenewed?: boolean
  /** What is said below the status. */
  children?: ReactNode
}

/** The cells of a document's number, days and status. */
export function DocumentCells({ document, isRenewed, children }: CellsProps) {
  const { tone, text } = documentStanding(document, cityToday(), isRenewed)
  const { number, valid } = factsOf(document)
  return (
    <>
      <td data-label="Number" className={cards.cell}>
        {number ?? '–'}
      </td>
      <td data-label="Valid" className={cards.cell}>
        {valid}
      </td>
      <td data-label="Status" className={cards.cell}>
        <div>
          <span className={classes.standing}>
            <StatusBadge tone={tone}>{text}</StatusBadge>
          </span>
          {document.refused_reason && <p className={cards.aside}>{document.refused_reason}</p>}
          {children}
        </div>
      </td>
    </>
  )
}

type ViewProps = {
  document: { kind: ComplianceFacts['kind']; url: string; file_name: string; company_name?: string }
}

/** Opens a document's file in a tab of its own. */
export function ViewFile({ document: { kind, url, file_name, company_name } }: ViewProps) {
  const of = company_name ? ` of ${company_name}` : ''
  return (
    <Button
      component="a"
      href={url}
      target="_blank"
      rel="noreferrer"
      size="sm"
      variant="default"
      aria-label={`View ${file_name} (${COMPLIANCE_LABELS[kind]}${of})`}
    >
      View
    </Button>
  )
}
