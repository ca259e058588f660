import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { QUOTE_MESSAGES } from '../../../domain/quotes/messages.ts'
import { canPrice } from '../../../domain/quotes/quote.ts'
import { shownRequest } from '../../../domain/quotes/quote-input.ts'
import { queryClient, trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { ReasonForm } from '../../forms/reason-form.tsx'
import { refreshAfter } from '../../refresh.ts'
import { DialogStep } from '../../ui/dialog-step.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { ErrorText } from '../../ui/message-box.tsx'
import { notify } from '../../ui/notify.tsx'
import { Sections } from '../../ui/sections.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { AskedWork } from './asked-work.tsx'
import { QuoteFiles } from './quote-files.tsx'
import { addressWithoutZip, badgeOf, type ListedQuote } from './quote-text.ts'
import { VendorQuestions } from './request-questions.tsx'
import { vendorStop } from './slots.ts'
import classes from './vendor-quote-dialog.module.css'
import { type TypedOffer, VendorQuotePrice } from './vendor-quote-price.tsx'
import { VendorQuoteVerdict } from './vendor-quote-verdict.tsx'

type Props = {
  /** The quote as the list had it when its card was opened. */
  listed: ListedQuote
  opened: boolean
  onClose: () => void
}

/** A job in full, with the price to enter or edit while that is possible. [2.quotes.6] */
export function VendorQuoteDialog({ listed, opened, onClose }: Props) {
  const submit = useMutation(trpc.quotes.submit.mutationOptions())
  const update = useMutation(trpc.quotes.update.mutationOptions())
  const { busy, run } = useSingleFlight()
  const [sent, setSent] = useState(false)
  const [stopping, setStopping] = useState<'end' | 'pause'>()
  const [givingUp, setGivingUp] = useState(false)
  const { mutateAsync: giveUp } = useMutation(trpc.quotes.giveUp.mutationOptions())

  // Queried apart from the list: another device may have moved this quote to another tab. Not while or after a price is
  // sent, so that the dialog closes unchanged.
  const current = useQuery(
    trpc.quotes.get.queryOptions(
      { id: listed.id },
      { enabled: opened && !busy && !sent, gcTime: 0, staleTime: 0 },
    ),
  )
  // In one call with the quote, so that nothing moves later.
  const { building_service_id, round } = listed
  useEffect(() => {
    void queryClient.prefetchQuery(trpc.services.files.queryOptions({ building_service_id, round }))
    void queryClient.prefetchQuery(trpc.quotes.questions.queryOptions({ building_service_id, round }))
    void queryClient.prefetchQuery(trpc.quotes.files.queryOptions({ id: listed.id }))
  }, [listed.id, building_service_id, round])
  // What an earlier opening has read may be old: a form that begins with it would send it back.
  const [since] = useState(Date.now)
  const quote = current.dataUpdatedAt >= since ? current.data : undefined
  const { id, name, state, description } = quote ?? listed
  const address = addressWithoutZip(listed)
  const { label, tone } = badgeOf(quote ?? listed)
  const gone = current.error?.data?.code === 'NOT_FOUND'
  const asked = quote && shownRequest(quote)
  const request = JSON.stringify(asked)
  const [firstRead, setFirstRead] = useState(request)
  if (firstRead === undefined && request !== undefined) setFirstRead(request)

  const send = ({ per_visit_price, weekdays, arrives_from, arrives_until, ...terms }: TypedOffer) =>
    run(async () => {
      const first = state === 'needs_quote'
      const availability = { weekdays, arrives_from, arrives_until }
      const offer = { id, per_visit_price, availability, terms, asked }
      try {
        await (first ? submit : update).mutateAsync(offer)
        notify.success(first ? QUOTE_MESSAGES.submitted : QUOTE_MESSAGES.updated)
        setSent(true)
        onClose()
      } catch (error) {
        const { submitFailed, updateFailed } = QUOTE_MESSAGES
        notify.error((first ? submitFailed : updateFailed)(reasonOf(error)))
      }
      void refreshAfter(first ? 'quote_submitted' : 'quote_updated')
    })

  if (stopping && state === 'accepted')
    return (
      <FormDialog
        opened={opened}
        onClose={onClose}
        title={stopping === 'end' ? `End ${name}` : `Pause ${name}`}
        lead={address}
      >
        <Suspense fallback={<RowSkeletons count={2} label="Loading the visits…" />}>
          <Sections
            slot={vendorStop}
            props={{
              serviceId: building_service_id,
              kind: stopping,
              otherSide: 'The HOA representative',
              onBack: () => setStopping(undefined),
              onDone: onClose,
            }}
          />
        </Suspense>
      </FormDialog>
    )
  const leaving = givingUp && canPrice(state) && !gone
  const priced = state === 'submitted'
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={leaving ? (priced ? `Withdraw the Quote for ${name}` : `Decline ${name}`) : name}
      lead={leaving && address}
      dismissible={!busy}
    >
      <DialogStep step={leaving ? 'give up' : ''}>
        {/* Hidden and not gone, so that going back loses nothing that was typed. */}
        <div hidden={leaving}>
          <div className={classes.head}>
            <p className={classes.address}>
              {listed.building_name && <b>{listed.building_name}</b>}
              {address} {quote?.zip_code}
            </p>
            <StatusBadge tone={tone} dot={false}>
              {label}
            </StatusBadge>
          </div>
          {description && <blockquote className={classes.description}>“{description}”</blockquote>}
          {quote && (
            <>
              <AskedWork quote={quote} />
              <VendorQuestions
                quoteId={id}
                building_service_id={building_service_id}
                round={quote.round}
                open={canPrice(state) && !gone}
              />
            </>
          )}
          {gone ? (
            <ErrorText>This job is no longer open to you: the request was taken back.</ErrorText>
          ) : !quote ? (
            current.isError ? (
              <LoadFailed
                reason={reasonOf(current.error)}
                onRetry={() => current.refetch()}
                busy={current.isFetching}
              />
            ) : (
              <RowSkeletons label="Loading the request…" />
            )
          ) : canPrice(state) ? (
            <>
              {request !== firstRead && (
                <ErrorText>
                  The building has just changed this request. Please read it again: your price is for what is
                  written above now.
                </ErrorText>
              )}
              <QuoteFiles quote={quote} />
              <VendorQuotePrice
                key={state}
                quote={quote}
                busy={busy}
                onPrice={send}
                onGiveUp={() => setGivingUp(true)}
              />
            </>
          ) : (
            <>
              <VendorQuoteVerdict quote={quote} onStop={setStopping} />
              <QuoteFiles quote={quote} />
            </>
          )}
        </div>
        {leaving && (
          <ReasonForm
            draft={`give up ${id}`}
            placeholder={priced ? 'Why do you take it back?' : 'Why do you not quote?'}
            note="The building reads your reason. You can’t quote for this request afterwards."
            keep="Go back"
            act={priced ? 'Withdraw Quote' : 'Decline Request'}
            send={(reason) => giveUp({ id, reason })}
            done={priced ? 'Quote withdrawn' : 'Request declined'}
            failed={(reason) =>
              `Failed to ${priced ? 'withdraw the quote' : 'decline the request'}: ${reason}`
            }
            causes={['quote_given_up']}
            onKeep={() => setGivingUp(false)}
            onDone={onClose}
          />
        )}
      </DialogStep>
    </FormDialog>
  )
}
