import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QUOTE_MESSAGES } from '../../../domain/quotes/messages.ts'
import { canPrice } from '../../../domain/quotes/quote.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ErrorText } from '../../ui/message-box.tsx'
import { notify } from '../../ui/notify.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { addressLine, stateWords, type VendorQuote } from './quote-text.ts'
import classes from './vendor-quote-dialog.module.css'
import { VendorQuoteFacts } from './vendor-quote-facts.tsx'
import { VendorQuotePrice } from './vendor-quote-price.tsx'
import { VendorQuoteVerdict } from './vendor-quote-verdict.tsx'

type Props = {
  /** The quote as the list had it when its card was opened. */
  listed: VendorQuote
  opened: boolean
  onClose: () => void
}

/** A job in full, with the price to enter or edit while that is possible (section 2, screen 14). [2.quotes.6] */
export function VendorQuoteDialog({ listed, opened, onClose }: Props) {
  const submit = useMutation(trpc.quotes.submit.mutationOptions())
  const update = useMutation(trpc.quotes.update.mutationOptions())
  const { busy, run } = useSingleFlight()
  const [sent, setSent] = useState(false)

  // Queried apart from the list: another device may have moved this quote to another tab. Not while or after a price is
  // sent, so that the dialog closes unchanged.
  const current = useQuery(
    trpc.quotes.get.queryOptions(
      { id: listed.id },
      { enabled: opened && !busy && !sent, gcTime: 0, staleTime: 0 },
    ),
  )
  const quote = current.data ?? listed
  const gone = current.error?.data?.code === 'NOT_FOUND'
  const { word, tone } = stateWords[quote.state]

  const send = (per_visit_price: number) =>
    run(async () => {
      const first = quote.state === 'needs_quote'
      try {
        await (first ? submit : update).mutateAsync({ id: quote.id, per_visit_price })
        notify.success(first ? QUOTE_MESSAGES.submitted : QUOTE_MESSAGES.updated)
        setSent(true)
        onClose()
      } catch (error) {
        const { submitFailed, updateFailed } = QUOTE_MESSAGES
        notify.error((first ? submitFailed : updateFailed)(reasonOf(error)))
      }
      void refreshAfter(first ? 'quote_submitted' : 'quote_updated')
    })

  return (
    <FormDialog opened={opened} onClose={onClose} title={quote.name} dismissible={!busy}>
      <div className={classes.head}>
        <p className={classes.place}>
          {quote.building_name && <b>{quote.building_name}</b>}
          {addressLine(quote)} {quote.zip_code}
        </p>
        <StatusBadge tone={tone} dot={false}>
          {word}
        </StatusBadge>
      </div>
      {quote.description && <blockquote className={classes.description}>“{quote.description}”</blockquote>}
      <VendorQuoteFacts quote={quote} />
      {gone ? (
        <ErrorText>This job is no longer open to you: the request was taken back.</ErrorText>
      ) : canPrice(quote.state) ? (
        <VendorQuotePrice key={quote.state} quote={quote} busy={busy} onPrice={send} />
      ) : (
        <VendorQuoteVerdict quote={quote} />
      )}
    </FormDialog>
  )
}
