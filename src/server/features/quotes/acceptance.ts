import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { keptOffer, requireChooser, voteEnd } from '../../../domain/awards/award.ts'
import { annualCostOf, needsOf } from '../../../domain/awards/policy.ts'
import { type CalendarDate, cityTime } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { previewAcceptance } from '../../../domain/quotes/acceptance-preview.ts'
import { compareQuotes, markQuotes } from '../../../domain/quotes/comparison.ts'
import type { Acceptance } from '../../../domain/quotes/quote.ts'
import type { AcceptQuote } from '../../../domain/quotes/quote-input.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { bookVisits } from '../visits/booking.db.ts'
import { addAward, type RuleOfQuote } from './awarding.db.ts'
import { type LockedRound, saveAcceptance } from './db.ts'

type Accepted = Extract<Acceptance, { already: false }>

/** The open quotes of a round that are compared, and whether each is the lowest that leaves nothing out. Product 2.5 */
export function comparisonOf({ service, quote, siblings }: LockedRound, day: CalendarDate) {
  const priced = [quote, ...siblings].flatMap(({ per_visit_price, ...offer }) =>
    per_visit_price === null ? [] : [{ ...offer, per_visit_price }],
  )
  const marks = markQuotes(service, priced, day)
  const standing = priced.filter(({ id }) => marks.has(id))
  const compared = compareQuotes(
    service,
    standing.map((each) => ({ ...each, company_name: '', chosen: [] })),
    day,
  )
  return {
    compared: [...marks.keys()],
    lowest: [...marks].flatMap(([id, mark]) => (mark === 'lowest' ? [id] : [])),
    costs: compared.flatMap(({ first_year }) => first_year ?? []),
  }
}

/** What a quote of a round costs in its first year, in cents, with the options that are chosen, at this time. Product 4.3 */
export function annualCost(
  { service, quote }: LockedRound,
  offer: { per_visit_price: number; chosen: readonly string[] },
  now: { date: CalendarDate; time: string },
): number {
  const priced = { ...quote, per_visit_price: offer.per_visit_price }
  return annualCostOf(previewAcceptance(service, priced, service, now, offer.chosen))
}

type Choice = {
  locked: LockedRound
  rule: RuleOfQuote
  outcome: Accepted
  input: z.output<typeof AcceptQuote>
  person: string
}

/**
 * Accepts a quote as the rule of its building says: at once, with the number of its visits, or it waits for a second approval or a vote of the
 * owners. Each choice is kept with who made it. Product 4.3
 */
export async function choose(
  tx: Tx,
  { locked, rule, outcome, input, person }: Choice,
  { at, timeZone }: { at: Date; timeZone: string },
): Promise<{ visits: number; waits?: 'two' | 'vote' }> {
  const { service, quote } = locked
  const waiting = rule.waiting
  if (waiting) {
    // The same choice again, as after a lost response.
    if (waiting.service_quote_id === quote.id && waiting.proposed_by === person)
      return { visits: 0, waits: waiting.needs === 'vote' ? 'vote' : 'two' }
    throw new DomainError('conflict', 'a quote of this service was chosen, and waits for its approval')
  }
  const now = cityTime(at, timeZone)
  const { compared, lowest, costs } = comparisonOf(locked, now.date)
  const annual_cost = annualCost(locked, input, now)
  const needs = needsOf(rule.policy, annual_cost)
  const is_lowest = lowest.includes(quote.id)
  requireChooser({ needs, is_lowest }, input, { id: person, ...rule })
  if (needs === 'vote') voteEnd({ ...quote, ...service, decide_by: rule.decide_by }, now.date)
  const id = randomUUID()
  // The award first: a quote is accepted by it.
  await addAward(tx, {
    id,
    quote,
    needs,
    annual_cost,
    offer: keptOffer(input),
    quotes: compared.length + (compared.includes(quote.id) ? 0 : 1),
    lowest: costs.length > 0 ? Math.min(...costs) : null,
    highest: costs.length > 0 ? Math.max(...costs) : null,
    is_lowest,
    reason: input.record_reason,
    person,
    has_interest: needs === 'anyone' ? null : input.interest,
    at,
  })
  if (needs === 'anyone' || needs === 'alone') {
    return {
      visits: await book(tx, locked, outcome, { reason: input.reason, compared, lowest, actor: person }),
    }
  }
  const data = { service: rule.service, company_name: rule.company_name, annual_cost }
  const kind = needs === 'vote' ? ('award_put_to_vote' as const) : ('award_waiting' as const)
  await record(tx, { kind, actor: person, building_id: service.building_id, subject: id, data })
  return { visits: 0, waits: needs }
}

type Booked = { reason: string | null; compared: string[]; lowest: string[]; actor: string | null }

/** Saves an acceptance, tells all vendors and books the visits. Returns their number. [4.quote.6] [4.visit.1] */
export async function book(
  tx: Tx,
  locked: LockedRound,
  outcome: Accepted,
  { reason, compared, lowest, actor }: Booked,
): Promise<number> {
  const { service, quote, siblings } = locked
  const event = { actor, building_id: service.building_id }
  await Promise.all([
    saveAcceptance(tx, locked, outcome, { reason, compared, lowest }),
    // After the statuses, which decide who is mailed.
    record(
      tx,
      { ...event, kind: 'quote_accepted', vendor_id: quote.vendor_id, subject: quote.id },
      ...siblings.map(
        ({ id, vendor_id }) => ({ ...event, kind: 'quote_declined', vendor_id, subject: id }) as const,
      ),
    ),
    bookVisits(tx, quote, outcome),
  ])
  return outcome.bookings.filter(({ shift_days }) => shift_days !== null).length
}
