import { IconFileInvoice } from '@tabler/icons-react'
import type { InvoiceTab } from '../../../domain/invoices/invoice-state.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

const EMPTY_TABS: Record<InvoiceTab, { title: string; text: string }> = {
  draft: {
    title: 'No drafts',
    text: 'An invoice that you save without sending it waits here until you send it.',
  },
  sent: {
    title: 'Nothing waits for a decision',
    text: 'What you send is listed here until its building approves or refuses it.',
  },
  disputed: {
    title: 'Nothing disputed',
    text: 'An invoice that its building can’t approve as it is waits here for your answer.',
  },
  approved: {
    title: 'Nothing waits for payment',
    text: 'What a building approves is listed here until it is paid.',
  },
  paid: {
    title: 'Nothing paid yet',
    text: 'An invoice is listed here once its building has recorded its whole payment.',
  },
  refused: {
    title: 'Nothing refused',
    text: 'An invoice of which a building pays nothing is listed here, with its reasons.',
  },
  credited: {
    title: 'Nothing credited',
    text: 'An invoice whose lines were all credited is listed here.',
  },
  all: {
    title: 'No invoices here',
    text: 'Create an invoice, or choose another tab.',
  },
}

const NONE = {
  title: 'No invoices yet',
  text: 'Create one for the visits that you have finished, or draft those of all last month at once.',
}

type Props = {
  tab: InvoiceTab
  searched: boolean
  /** There is no invoice in any tab. */
  none: boolean
}

/** The empty state of a tab: what belongs here, and what to do next. */
export function NoInvoices({ tab, searched, none }: Props) {
  const icon = <IconFileInvoice size={28} stroke={1.7} />
  if (searched)
    return (
      <EmptyState icon={icon} title="No invoice found">
        Try another number or building, or look in another tab.
      </EmptyState>
    )
  const { title, text } = none ? NONE : EMPTY_TABS[tab]
  return (
    <EmptyState icon={icon} title={title}>
      {text}
    </EmptyState>
  )
}
