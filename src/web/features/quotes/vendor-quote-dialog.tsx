import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { type CalendarDate, formatShortDate } from '../../../domain/calendar.ts'
import { COMPLIANCE_LABELS } from '../../../domain/compliance/kind.ts'
import { nounsText } from '../../../domain/compliance/requirement.ts'
import { isPicture } from '../../../domain/documents/attached-file.ts'
import { formatNumber } from '../../../domain/number.ts'
import { QUOTE_MESSAGES } from '../../../domain/quotes/messages.ts'
import { canPrice } from '../../../domain/quotes/quote.ts'
import { shownRequest } from '../../../domain/quotes/quote-input.ts'
import { scopeText } from '../../../domain/services/scope.ts'
import { closuresText } from '../../../domain/visits/availability.ts'
import { endedFrom } from '../../../domain/visits/stopped.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { ReasonForm } from '../../forms/reason-form.tsx'
import { refreshAfter } from '../../refresh.ts'
import { DialogStep } from '../../ui/dialog-step.tsx'
import { FileList } from '../../ui/file-list.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ErrorText } from '../../ui/message-box.tsx'
import { notify } from '../../ui/notify.tsx'
import { Sections } from '../../ui/sections.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { QuoteFiles } from './quote-files.tsx'
import { addressWithoutZip, badgeOf, frequency, isOneTime, type VendorQuote } from './quote-text.ts'
import { VendorQuestions } from './request-questions.tsx'
import { vendorStop } from './slots.ts'
import classes from './vendor-quote-dialog.module.css'
import { type TypedOffer, VendorQuotePrice } from './vendor-quote-price.tsx'
import { VendorQuoteVerdict } from './vendor-quote-verdict.tsx'

type Props = {
  /** The quote as the list had it when its card was opened. */
  listed: VendorQuote
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
  const quote = current.data ?? listed
  const gone = current.error?.data?.code === 'NOT_FOUND'
  const { label, tone } = badgeOf(quote)
  const closed = closuresText(quote)
  const asked = shownRequest(quote)
  const changed = JSON.stringify(asked) !== JSON.stringify(shownRequest(listed))

  const send = ({ per_visit_price, weekdays, arrives_from, arrives_until, ...terms }: TypedOffer) =>
    run(async () => {
      const first = quote.state === 'needs_quote'
      const availability = { weekdays, arrives_from, arrives_until }
      const offer = { id: quote.id, per_visit_price, availability, terms, asked }
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

  if (stopping && quote.state === 'accepted')
    return (
      <FormDialog
        opened={opened}
        onClose={onClose}
        title={stopping === 'end' ? `End ${quote.name}` : `Pause ${quote.name}`}
        lead={addressWithoutZip(quote)}
      >
        <Suspense fallback={<RowSkeletons count={2} label="Loading the visits…" />}>
          <Sections
            slot={vendorStop}
            props={{
              serviceId: quote.building_service_id,
              kind: stopping,
              otherSide: 'The HOA representative',
              onBack: () => setStopping(undefined),
              onDone: onClose,
            }}
          />
        </Suspense>
      </FormDialog>
    )
  const leaving = givingUp && canPrice(quote.state) && !gone
  const priced = quote.state === 'submitted'
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={
        leaving ? (priced ? `Withdraw the Quote for ${quote.name}` : `Decline ${quote.name}`) : quote.name
      }
      lead={leaving && addressWithoutZip(quote)}
      dismissible={!busy}
    >
      <DialogStep step={leaving ? 'give up' : ''}>
        {/* Hidden and not gone, so that going back loses nothing that was typed. */}
        <div hidden={leaving}>
          <div className={classes.head}>
            <p className={classes.address}>
              {quote.building_name && <b>{quote.building_name}</b>}
              {addressWithoutZip(quote)} {quote.zip_code}
            </p>
            <StatusBadge tone={tone} dot={false}>
              {label}
            </StatusBadge>
          </div>
          {quote.description && (
            <blockquote className={classes.description}>“{quote.description}”</blockquote>
          )}
          {quote.scope.length > 0 && (
            <dl className={classes.scope} aria-label="Scope of work">
              {quote.scope.map((line) => (
                <QuoteFact key={line.key} name={line.label}>
                  {scopeText(line)}
                </QuoteFact>
              ))}
            </dl>
          )}
          <FilesOfRequest quote={quote} />
          <VendorQuoteFacts quote={quote} />
          {closed && <p className={classes.closed}>{closed}.</p>}
          {quote.lacks.length > 0 && canPrice(quote.state) && (
            <p className={classes.closed}>
              You lack {nounsText(quote.lacks)}, verified and valid on the first day. Without it no quote can
              be accepted. <Link to="/vendor/profile">Add your documents</Link>
            </p>
          )}
          <VendorQuestions
            quoteId={quote.id}
            building_service_id={quote.building_service_id}
            round={quote.round}
            open={canPrice(quote.state) && !gone}
          />
          {gone ? (
            <ErrorText>This job is no longer open to you: the request was taken back.</ErrorText>
          ) : canPrice(quote.state) ? (
            <>
              {changed && (
                <ErrorText>
                  The building has just changed this request. Please read it again: your price is for what is
                  written above now.
                </ErrorText>
              )}
              <QuoteFiles quote={quote} />
              <VendorQuotePrice
                key={quote.state}
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
            draft={`give up ${quote.id}`}
            placeholder={priced ? 'Why do you take it back?' : 'Why do you not quote?'}
            note="The building reads your reason. You can’t quote for this request afterwards."
            keep="Go back"
            act={priced ? 'Withdraw Quote' : 'Decline Request'}
            send={(reason) => giveUp({ id: quote.id, reason })}
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

/** The building's photos and files. Product 2.1 */
function FilesOfRequest({ quote: { building_service_id, round } }: { quote: VendorQuote }) {
  const files = useQuery(trpc.services.files.queryOptions({ building_service_id, round }))
  if (!files.data || files.data.length === 0) return null
  return (
    <div className={classes.files}>
      <FileList
        label="Photos and files"
        files={files.data.map((file) => ({ ...file, picture: isPicture(file.url) }))}
      />
    </div>
  )
}

/** How often and when the work is wanted, and how big the building is as far as that is known. */
function VendorQuoteFacts({ quote }: { quote: VendorQuote }) {
  const { preferred_start_date: start } = quote
  const end = quote.renewed_until ?? quote.preferred_end_date
  return (
    <dl className={classes.facts}>
      <QuoteFact name="Frequency">{frequency(quote)}</QuoteFact>
      <QuoteFact name={isOneTime(quote) ? 'Date' : 'Start Date'}>{start && day(start)}</QuoteFact>
      {!isOneTime(quote) && start && endedFrom(quote.stops) === null && (
        <QuoteFact name="End Date">
          {end ? (
            day(end)
          ) : quote.until_ended ? (
            <>
              None <small>goes on until the building ends it</small>
            </>
          ) : (
            <>
              None <small>only the first visit is booked</small>
            </>
          )}
        </QuoteFact>
      )}
      {canPrice(quote.state) && (
        <>
          <QuoteFact name="Quotes by">{quote.quotes_by && day(quote.quotes_by)}</QuoteFact>
          <QuoteFact name="Decide by">{quote.decide_by && day(quote.decide_by)}</QuoteFact>
          <QuoteFact name="Vendors asked">{quote.decide_by && count(quote.vendors_asked)}</QuoteFact>
          <QuoteFact name="Documents required">
            {quote.required.length > 0 && quote.required.map((kind) => COMPLIANCE_LABELS[kind]).join(', ')}
          </QuoteFact>
        </>
      )}
      <QuoteFact size name="Floors">
        {count(quote.number_of_floors)}
      </QuoteFact>
      <QuoteFact size name="Units">
        {count(quote.number_of_units)}
      </QuoteFact>
      <QuoteFact size name="Square Feet">
        {count(quote.square_feet)}
      </QuoteFact>
    </dl>
  )
}

function QuoteFact({ name, size, children }: { name: string; size?: boolean; children: ReactNode }) {
  if (children === null || children === false) return null
  return (
    <div data-size={size}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const day = (date: CalendarDate) => formatShortDate(date, cityToday())

function count(value: number | null): string | null {
  return value === null ? null : formatNumber(value)
}
