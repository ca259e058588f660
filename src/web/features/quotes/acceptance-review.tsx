import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { AWARD_MESSAGES, effectText } from '../../../domain/awards/messages.ts'
import { annualCostOf, needsOf, type SpendingPolicy } from '../../../domain/awards/policy.ts'
import { formatShortDate } from '../../../domain/calendar.ts'
import {
  missingOn,
  missingText,
  nounsText,
  type Requirement,
} from '../../../domain/compliance/requirement.ts'
import { formatMoney } from '../../../domain/money.ts'
import { formatNumber } from '../../../domain/number.ts'
import { missingAtFirst, previewAcceptance } from '../../../domain/quotes/acceptance-preview.ts'
import { DECISION_REASONS, QUOTE_MESSAGES } from '../../../domain/quotes/messages.ts'
import type { ShownBooking } from '../../../domain/quotes/quote-input.ts'
import { askedOptions, optionsOf, optionText, type QuoteTerms } from '../../../domain/quotes/terms.ts'
import { everyWeeksInline } from '../../../domain/services/frequency.ts'
import type { ScopeLine } from '../../../domain/services/scope.ts'
import { type Availability, arrivalText, type Closures } from '../../../domain/visits/availability.ts'
import { visitCount } from '../../../domain/visits/visit-time.ts'
import type { WantedSchedule } from '../../../domain/visits/visits.ts'
import { cityNow } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { ErrorText } from '../../ui/message-box.tsx'
import { StepBack } from '../../ui/step-back.tsx'
import classes from './acceptance-review.module.css'
import { RuleFields, useDeclareInterest, useSaidByRule } from './acceptance-rule.tsx'

/** The options that the building chose, and why this quote, for those that are not chosen. */
export type AcceptanceChoice = {
  chosen: string[]
  reason: (typeof DECISION_REASONS)[number] | null
  books: ShownBooking
  /** What an officer says where the building has a rule for its spending. */
  interest: boolean | null
  record_reason: string | null
}

/** The rule of the building, the viewer's part in it, and whether the quote is the lowest that leaves nothing out. */
export type AcceptanceRule = {
  policy: SpendingPolicy | null
  is_officer: boolean
  has_interest: boolean
  is_lowest: boolean
}

type Props = {
  service: WantedSchedule & Closures & { scope: ScopeLine[] }
  rule: AcceptanceRule
  quote: {
    id: string
    company_name: string
    per_visit_price: number
    requirements: Requirement[] | null
  } & Availability &
    QuoteTerms
  /** The companies whose prices are not chosen. */
  refused: string[]
  /** How many other vendors have not named a price. */
  unanswered: number
  /** It has just opened: the second click of a double click must not accept. */
  settling: boolean
  onAccept: (choice: AcceptanceChoice) => void
  onBack: () => void
}

/** What an acceptance books, costs and refuses, before it is confirmed. Product 1.2 */
export function AcceptanceReview({
  service,
  quote,
  rule,
  refused,
  unanswered,
  settling,
  onAccept,
  onBack,
}: Props) {
  const { company_name } = quote
  const options = optionsOf(quote, service.scope)
  // What was asked for belongs to it; the rest is for the building to say.
  const [chosen, choose] = useState(askedOptions(quote))
  const [reason, setReason] = useState<AcceptanceChoice['reason']>(null)
  const asksReason = !rule.is_lowest
  const { said, say, missing: unsaid, shownMissing, ask } = useSaidByRule(asksReason)
  const { busy: declaring, declare } = useDeclareInterest(quote.id, onBack)
  const now = cityNow()
  const today = now.date
  let preview: ReturnType<typeof previewAcceptance>
  try {
    preview = previewAcceptance(service, quote, service, now, chosen)
  } catch (error) {
    return (
      <>
        <StepBack onClick={onBack}>All quotes</StepBack>
        <h3 className={classes.name}>{company_name}</h3>
        <ErrorText>{QUOTE_MESSAGES.acceptFailed(reasonOf(error))}</ErrorText>
      </>
    )
  }
  const { visits, first, put_off, left_out, last, total, within_a_year, time, window_minutes } = preview
  const { each, once } = preview
  const { day, missing, later } = missingAtFirst(service, quote, today)
  const [firstAtRisk] = missing.length > 0 ? [] : later
  const weeks = service.required_every_weeks
  const needs = needsOf(rule.policy, annualCostOf(preview))
  const effect = effectText(rule.policy, needs)
  const isByRule = needs !== 'anyone'
  const accept = () => {
    if (isByRule && unsaid !== null) return ask()
    const byRule = isByRule ? { interest: false, record_reason: asksReason ? said.reason : null } : NOT_ASKED
    onAccept({ chosen, reason, books: preview.books, ...byRule })
  }
  return (
    <>
      <StepBack onClick={onBack}>All quotes</StepBack>
      <h3 className={classes.name}>{company_name}</h3>
      <p className={classes.price}>
        {formatMoney(each)} a visit{once > 0 && `, and ${formatMoney(once)} once, with the first`}
      </p>
      {options.length > 0 && (
        <Checkbox.Group label="Extras" value={chosen} onChange={choose} className={classes.options}>
          {options.map((option) => (
            <Checkbox
              key={option.key}
              value={option.key}
              label={optionText(option)}
              description={option.asked && 'You asked for this'}
            />
          ))}
        </Checkbox.Group>
      )}
      <dl className={classes.facts}>
        <ReviewFact name="Books">
          {visits === 1 || weeks === null
            ? '1 visit'
            : `${formatNumber(visits)} visits, ${everyWeeksInline(weeks)}`}
          {last === null && ', and more, always a year ahead'}
        </ReviewFact>
        <ReviewFact name={visits > first.length ? 'First visits' : visits === 1 ? 'On' : 'Visits'}>
          <ul className={classes.days}>
            {first.map(({ nominal_date, scheduled_date, shift_days }) => (
              <li key={nominal_date}>
                {formatShortDate(scheduled_date, today)}
                {shift_days !== 0 && <small> instead of {formatShortDate(nominal_date, today)}</small>}
              </li>
            ))}
          </ul>
        </ReviewFact>
        <ReviewFact name="Arrives">
          {arrivalText(time, window_minutes)}
          {preview.first_time !== 'ahead' && (
            <p className={classes.passed}>
              The first visit’s time, {arrivalText(time, window_minutes)} today, has {preview.first_time}. It
              can no longer be moved or cancelled.
            </p>
          )}
        </ReviewFact>
        {put_off > 0 && (
          <ReviewFact name="Put off">
            {visitCount(put_off)} to the next day that suits the building and the vendor
          </ReviewFact>
        )}
        {left_out > 0 && (
          <ReviewFact name="Left out">{visitCount(left_out)}: no day within a week suits both</ReviewFact>
        )}
        {visits > 1 && (total === null || within_a_year < total) && (
          <ReviewFact name="To be paid in a year">
            <b>{formatMoney(within_a_year)}</b>
          </ReviewFact>
        )}
        {last === null || total === null ? (
          <ReviewFact name="Until the end">It goes on until you end it</ReviewFact>
        ) : (
          <ReviewFact name={visits > 1 ? `Until the end, ${formatShortDate(last, today)}` : 'To be paid'}>
            <b>{formatMoney(total)}</b>
          </ReviewFact>
        )}
        {firstAtRisk !== undefined && (
          <ReviewFact name="At risk">
            {visitCount(later.length)}, from {formatShortDate(firstAtRisk, today)} on, unless {company_name}{' '}
            renews {nounsText(missingOn(quote.requirements, firstAtRisk))} by then
          </ReviewFact>
        )}
        {effect !== null && <ReviewFact name="Who decides">{effect}</ReviewFact>}
        <ReviewFact name="Not chosen">
          {refused.length > 0 && `${refused.join(', ')}. They get an email.`}
          {unanswered > 0 && (
            <div>
              {unanswered === 1 ? '1 vendor that has' : `${formatNumber(unanswered)} vendors that have`} not
              answered
            </div>
          )}
          {refused.length + unanswered === 0 && 'No other quote'}
        </ReviewFact>
      </dl>
      {refused.length > 0 && (
        <NativeSelect
          label="Why this quote?"
          description="The vendors that are not chosen read it, and nothing of the other quotes."
          data={[{ value: '', label: 'No reason given' }, ...DECISION_REASONS]}
          value={reason ?? ''}
          onChange={({ currentTarget }) =>
            setReason(DECISION_REASONS.find((each) => each === currentTarget.value) ?? null)
          }
        />
      )}
      {isByRule && rule.is_officer && !rule.has_interest && missing.length === 0 && (
        <RuleFields {...said} asksReason={asksReason} missing={shownMissing} onChange={say} />
      )}
      {missing.length > 0 ? (
        <ErrorText>{QUOTE_MESSAGES.lacks(company_name, missingText(missing, day, today))}</ErrorText>
      ) : isByRule && !rule.is_officer ? (
        <ErrorText>{AWARD_MESSAGES.onlyOfficers}</ErrorText>
      ) : isByRule && rule.has_interest ? (
        <ErrorText>{AWARD_MESSAGES.hasInterest}</ErrorText>
      ) : isByRule && said.interest === 'yes' ? (
        <DialogFoot>
          <Button loading={declaring} onClick={() => void declare()}>
            Declare Interest
          </Button>
        </DialogFoot>
      ) : (
        <DialogFoot>
          <Button aria-disabled={settling || undefined} onClick={accept}>
            Accept Quote
          </Button>
        </DialogFoot>
      )}
    </>
  )
}

const NOT_ASKED = { interest: null, record_reason: null }

function ReviewFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
