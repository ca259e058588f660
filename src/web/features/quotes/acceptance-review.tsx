import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatShortDate } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { formatNumber } from '../../../domain/number.ts'
import { previewAcceptance } from '../../../domain/quotes/quote.ts'
import { everyWeeksInline } from '../../../domain/services/frequency.ts'
import type { WantedSchedule } from '../../../domain/visits/visits.ts'
import { cityToday } from '../../city.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { StepBack } from '../../ui/step-back.tsx'
import classes from './acceptance-review.module.css'

type Props = {
  service: WantedSchedule
  quote: { company_name: string; per_visit_price: number }
  /** The companies whose prices are not chosen. */
  refused: string[]
  /** It has just opened: the second click of a double click must not accept. */
  settling: boolean
  onAccept: () => void
  onBack: () => void
}

/** What an acceptance books, costs and refuses, before it is confirmed. Product 1.2 */
export function AcceptanceReview({ service, quote, refused, settling, onAccept, onBack }: Props) {
  const { company_name, per_visit_price: price } = quote
  const today = cityToday()
  const { visits, first, last, total, within_a_year } = previewAcceptance(service, price, today)
  const weeks = service.required_every_weeks
  return (
    <>
      <StepBack onClick={onBack}>All quotes</StepBack>
      <h3 className={classes.name}>{company_name}</h3>
      <p className={classes.price}>{formatMoney(price)} a visit</p>
      <dl className={classes.facts}>
        <ReviewFact name="Books">
          {visits === 1 || weeks === null
            ? '1 visit'
            : `${formatNumber(visits)} visits, ${everyWeeksInline(weeks)}`}
          {last === null && ', and more, always a year ahead'}
        </ReviewFact>
        <ReviewFact name={visits > first.length ? 'First visits' : visits === 1 ? 'On' : 'Visits'}>
          <ul className={classes.days}>
            {first.map((day) => (
              <li key={day}>{formatShortDate(day, today)}</li>
            ))}
          </ul>
        </ReviewFact>
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
        <ReviewFact name="Not chosen">
          {refused.length > 0 ? `${refused.join(', ')}. They get an email.` : 'No other quote'}
        </ReviewFact>
      </dl>
      <DialogFoot>
        <Button aria-disabled={settling || undefined} onClick={onAccept}>
          Accept Quote
        </Button>
      </DialogFoot>
    </>
  )
}

function ReviewFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
