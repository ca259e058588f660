import { z } from 'zod'
import type { CalendarDate } from '../calendar.ts'
import { addDays } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import type { AcceptQuote } from '../quotes/quote-input.ts'
import { closesOn } from '../services/deadline.ts'
import { id, longText } from '../text.ts'
import { isStricter, type Needs, needsOf, type SpendingPolicy } from './policy.ts'

/** What becomes of a chosen quote: it waits for a second approval or a vote, or is over. Product 4.3 */
export const AWARD_STATES = ['waiting', 'accepted', 'refused', 'withdrawn', 'lapsed'] as const
export type AwardState = (typeof AWARD_STATES)[number]

/** A chosen quote as it was shown: price, days and hours, terms, files, request, and what was chosen of it. What it books is counted again. */
export type KeptOffer = Omit<z.infer<typeof AcceptQuote>, 'id' | 'books' | 'interest' | 'record_reason'>

/** What of an acceptance is kept. Product 4.3 */
export function keptOffer(shown: z.infer<typeof AcceptQuote>): KeptOffer {
  const { per_visit_price, availability, terms, files, asked, chosen, reason } = shown
  return { per_visit_price, availability, terms, files, asked, chosen, reason }
}

/** Somebody who decides about a quote: whether they are the captain or hold an office, and declared an interest in its vendor. */
export type Decider = { id: string; is_officer: boolean; has_interest: boolean }

/** Who has an interest in a vendor doesn't approve it. */
export const HAS_INTEREST = 'who has an interest in the vendor can’t approve it'

/**
 * Checks that somebody can choose a quote under the rule of their building. Throws DomainError 'not_allowed' for who is no officer or has an
 * interest in the vendor, 'invalid_input' with the field where they did not say, or gave no reason for a quote that is not the lowest that
 * leaves nothing out. Without a rule anybody can. Product 4.3
 */
export function requireChooser(
  { needs, is_lowest }: { needs: Needs; is_lowest: boolean },
  { interest, record_reason }: { interest: boolean | null; record_reason: string | null },
  decider: Decider,
): void {
  if (needs === 'anyone') return
  requireDecider(decider, interest)
  if (!is_lowest && record_reason === null)
    throw new DomainError(
      'invalid_input',
      'Say why you choose it: it is not the lowest that leaves nothing out',
      'record_reason',
    )
}

function requireDecider({ is_officer, has_interest }: Decider, interest: boolean | null): void {
  if (!is_officer) throw new DomainError('not_allowed', 'in your building an officer accepts quotes')
  if (has_interest || interest === true) throw new DomainError('not_allowed', HAS_INTEREST)
  if (interest === null)
    throw new DomainError('invalid_input', 'Say whether you have an interest in this vendor', 'interest')
}

type StandingAward = { state: AwardState; needs: Needs; proposed_by: string | null }

function requireWaiting({ state, needs }: StandingAward): void {
  if (state !== 'waiting') throw new DomainError('conflict', 'this was decided meanwhile')
  if (needs === 'vote') throw new DomainError('not_allowed', 'the owners decide about this quote')
}

/**
 * Whether somebody can give the second approval, or refuse it: another officer than who chose the quote, without an interest in its vendor.
 * Product 4.3
 */
export function canAnswer(award: StandingAward, { id, is_officer, has_interest }: Decider): boolean {
  const isOpen = award.state === 'waiting' && award.needs !== 'vote'
  return isOpen && is_officer && !has_interest && award.proposed_by !== id
}

/** Whether somebody can take their choice back. Product 4.3 */
export const canWithdraw = (award: StandingAward, person: string): boolean =>
  award.state === 'waiting' && award.needs !== 'vote' && award.proposed_by === person

/**
 * Checks the second approval of an award. Throws DomainError 'conflict' once it is decided, 'not_allowed' for who chose the quote, is no officer
 * or has an interest in its vendor, and where the owners vote. Product 4.3
 */
export function requireApproval(award: StandingAward, interest: boolean, decider: Decider): void {
  requireWaiting(award)
  if (award.proposed_by === decider.id)
    throw new DomainError('not_allowed', 'another officer gives the second approval')
  requireDecider(decider, interest)
}

/** What a refusal by another officer changes. Throws as requireApproval does. Product 4.3 */
export function refuseAward(award: StandingAward, ended_reason: string, decider: Decider) {
  requireApproval(award, false, decider)
  return { state: 'refused', ended_reason } as const
}

/** What a withdrawal by who chose the quote changes. Throws DomainError 'conflict' once it is decided, 'not_allowed' for others. Product 4.3 */
export function withdrawAward(award: StandingAward, person: string) {
  requireWaiting(award)
  if (award.proposed_by !== person)
    throw new DomainError('not_allowed', 'who chose the quote takes that back')
  return { state: 'withdrawn', ended_reason: null } as const
}

type DecidedAward = { needs: Needs; annual_cost: number }

/**
 * Why an award is not accepted any more: its first year costs more by now, or the rule asks for more; null if it stands. Product 4.3
 */
export function outdatedBy(
  award: DecidedAward,
  policy: SpendingPolicy | null,
  annualCost: number,
): string | null {
  if (annualCost > award.annual_cost) return 'The quote would cost more by now than was approved.'
  if (isStricter(needsOf(policy, annualCost), award.needs))
    return 'The building changed its rule for spending.'
  return null
}

/** A refusal of a rule as a sentence of its own: 'The start date has passed.' */
export function asSentence(message: string): string {
  const capital = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}

/** How long owners have for a vote on a quote, in days; it ends earlier where the quote or its request does. */
const VOTE_DAYS = 10

type Lasting = {
  valid_until: CalendarDate | null
  preferred_start_date: CalendarDate
  decide_by: CalendarDate | null
}

/**
 * The day on which a vote on a quote closes, from the city's `today`: before the quote ends, the service starts or the request closes. Throws
 * DomainError 'conflict' where that leaves the owners no day. Product 4.3
 */
export function voteEnd({ valid_until, preferred_start_date, decide_by }: Lasting, today: CalendarDate) {
  const closing = closesOn({ quotes_by: null, decide_by })
  const ends = [addDays(today, VOTE_DAYS), addDays(preferred_start_date, -1)]
  if (valid_until !== null) ends.push(valid_until)
  if (closing !== null) ends.push(addDays(closing, -1))
  const [end = today] = ends.toSorted()
  if (end <= today)
    throw new DomainError(
      'conflict',
      'the owners vote on this quote, and need at least a day before it ends or its service starts. Please give it more time',
    )
  return end
}

/** What a vote says, once it is over. */
type DecidedVote = { state: string; outcome: string | null; cancel_reason: string | null; said: string }

/** What a vote makes of its award: null while it runs. A tie and a failed quorum accept nothing. Product 4.3, 4.4 */
export function endByVote({ state, outcome, cancel_reason, said }: DecidedVote) {
  if (state === 'cancelled')
    return {
      state: 'lapsed',
      ended_reason: `The vote was cancelled: ${asSentence(cancel_reason ?? '')}`,
    } as const
  if (state !== 'closed' && state !== 'certified' && state !== 'failed_quorum') return null
  return outcome === 'passed'
    ? ({ state: 'accepted', ended_reason: null } as const)
    : ({ state: 'refused', ended_reason: asSentence(said) } as const)
}

export const AwardId = z.strictObject({ id })
/** A second approval, with what its officer says of an interest in the vendor. Product 4.3 */
export const ApproveAward = z.strictObject({
  id,
  interest: z.boolean({ error: 'Say whether you have an interest in this vendor' }),
})
export const RefuseAward = z.strictObject({ id, reason: longText('Reason', LIMITS.reason) })
