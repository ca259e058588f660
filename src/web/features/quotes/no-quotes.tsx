import { Button } from '@mantine/core'
import { IconChecks, IconInbox } from '@tabler/icons-react'
import type { QuoteTab } from '../../../domain/quotes/quote.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

const emptyTexts: Record<QuoteTab, { title: string; text: string }> = {
  all: {
    title: 'No quote requests yet',
    text: 'When a building asks for a service that you offer, the job appears here by itself. The more services you offer, the more buildings ask you.',
  },
  needs_quote: {
    title: 'You are all caught up',
    text: 'No job is waiting for your price. New requests appear here as soon as a building sends them.',
  },
  submitted: {
    title: 'No quotes out for an answer',
    text: 'Send a price for a job that needs a quote, and it waits here until the building decides.',
  },
  accepted: {
    title: 'No accepted quotes yet',
    text: 'When a building accepts your price, the job moves here and its visits are booked for you.',
  },
  lost: {
    title: 'No lost jobs',
    text: 'Jobs that a building gives to another vendor are listed here. A quick, clear price wins most often.',
  },
}

type NoQuotesProps = {
  tab: QuoteTab
  /** Every tab is empty, so none is suggested. */
  none: boolean
  /** A search found nothing. */
  searched: boolean
  onTab: (tab: QuoteTab) => void
}

/** The empty state of a tab: what belongs here, and what to do next. */
export function NoQuotes({ tab, none, searched, onTab }: NoQuotesProps) {
  if (searched)
    return (
      <EmptyState icon={<IconInbox size={28} stroke={1.7} />} title="No job found">
        Try another building, address or service, or look in another tab.
      </EmptyState>
    )
  const Icon = tab === 'needs_quote' ? IconChecks : IconInbox
  return (
    <EmptyState
      icon={<Icon size={28} stroke={1.7} />}
      title={emptyTexts[tab].title}
      action={<NoQuotesStep tab={tab} none={none} onTab={onTab} />}
    >
      {emptyTexts[tab].text}
    </EmptyState>
  )
}

function NoQuotesStep({ tab, none, onTab }: Omit<NoQuotesProps, 'searched'>) {
  if (none || tab === 'all') return <ButtonLink to="/vendor/profile">Choose your services</ButtonLink>
  if (tab === 'needs_quote') {
    return (
      <Button variant="default" onClick={() => onTab('submitted')}>
        See submitted quotes
      </Button>
    )
  }
  return <Button onClick={() => onTab('needs_quote')}>See jobs to quote</Button>
}
