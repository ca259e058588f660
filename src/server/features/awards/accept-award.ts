import { asSentence, outdatedBy, requireApproval } from '../../../domain/awards/award.ts'
import { cityTime } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { accept } from '../../../domain/quotes/quote.ts'
import { lockOffers } from '../../db/offer-lock.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { annualCost, book, comparisonOf } from '../quotes/acceptance.ts'
import { ruleOfQuote } from '../quotes/awarding.db.ts'
import { lockForAcceptance } from '../quotes/db.ts'
import { filesOfQuote } from '../quotes/quote-file.db.ts'
import { addApproval, deciderOf, endAward, type FoundAward, findAward, lockAward } from './award.db.ts'

type Bookable = Parameters<typeof book>[2]
type When = { at: Date; timeZone: string }
/** The visits of an award that was accepted, or why it ended instead. */
export type AcceptedAward = { visits: number } | { lapsed: string }

/** An award whose quote is locked with its round. Throws DomainError 'conflict' where the quote is gone. */
async function lockWithQuote(tx: Tx, id: string) {
  const { service_quote_id } = await findAward(tx, id)
  if (service_quote_id === null) throw new DomainError('conflict', 'this was decided meanwhile')
  const [, locked, files, rule, award] = await Promise.all([
    lockOffers(tx, 'request'), // before the rows, as in an acceptance
    lockForAcceptance(tx, service_quote_id),
    filesOfQuote(tx, service_quote_id),
    ruleOfQuote(tx, service_quote_id),
    lockAward(tx, id),
  ])
  return { award, locked, files, rule }
}
type LockedAward = Awaited<ReturnType<typeof lockWithQuote>>

type OutcomeNow = { outcome: Bookable; lapsed: null } | { lapsed: string }

/** What the kept choice books now, or why it can't be accepted any more, as a sentence. */
function outcomeNow({ award, locked, files, rule }: LockedAward, { at, timeZone }: When): OutcomeNow {
  const now = cityTime(at, timeZone)
  const { service, quote } = locked
  try {
    const outcome = accept(service, { ...quote, files }, award.offer, now.date)
    if (outcome.already) throw new DomainError('service_already_accepted')
    const outdated = outdatedBy(award, rule.policy, annualCost(locked, award.offer, now))
    return outdated === null ? { outcome, lapsed: null } : { lapsed: outdated }
  } catch (error) {
    if (error instanceof DomainError) return { lapsed: asSentence(error.message) }
    throw error
  }
}

/**
 * Gives the second approval of an award, with which its quote is accepted. A quote that changed or ended meanwhile frees the award instead.
 * Throws what requireApproval does. Product 4.3
 */
export async function approveAward(
  tx: Tx,
  { id, interest, person }: { id: string; interest: boolean; person: string },
  when: When,
): Promise<AcceptedAward> {
  const all = await lockWithQuote(tx, id)
  requireApproval(all.award, interest, await deciderOf(tx, all.award, person))
  const next = outcomeNow(all, when)
  if (next.lapsed !== null) {
    await lapse(tx, all.award, next.lapsed, { actor: person, at: when.at })
    return { lapsed: next.lapsed }
  }
  const { building_id, service, company_name } = all.award
  await addApproval(tx, { award_id: id, building_id, profile_id: person, approved_at: when.at })
  await endAward(tx, id, { state: 'accepted', ended_reason: null, ended_by: person, ended_at: when.at })
  const data = { service, company_name }
  await record(tx, { kind: 'award_approved', actor: person, building_id, subject: id, data })
  return { visits: await bookAward(tx, all, next.outcome, person, when) }
}

/** Accepts an award by the vote of the owners. Null if it was decided meanwhile, as by another server. Product 4.3, 4.4 */
export async function acceptByVote(
  tx: Tx,
  id: string,
  said: string,
  when: When,
): Promise<AcceptedAward | null> {
  const all = await lockWithQuote(tx, id)
  if (all.award.state !== 'waiting') return null
  const next = outcomeNow(all, when)
  if (next.lapsed !== null) {
    await lapse(tx, all.award, next.lapsed, { actor: null, at: when.at })
    return { lapsed: next.lapsed }
  }
  const { building_id, service, company_name } = all.award
  await endAward(tx, id, { state: 'accepted', ended_reason: null, ended_by: null, ended_at: when.at })
  const data = { service, company_name, accepted: true, said }
  await record(tx, { kind: 'award_voted', actor: null, building_id, subject: id, data })
  return { visits: await bookAward(tx, all, next.outcome, null, when) }
}

function bookAward(
  tx: Tx,
  { award, locked }: LockedAward,
  outcome: Bookable,
  actor: string | null,
  { at, timeZone }: When,
): Promise<number> {
  const { compared, lowest } = comparisonOf(locked, cityTime(at, timeZone).date)
  return book(tx, locked, outcome, { reason: award.offer.reason, compared, lowest, actor })
}

/** Ends an award that can't be accepted any more; everyone who decides about it is told. */
export async function lapse(
  tx: Tx,
  { id, building_id, service, company_name }: FoundAward,
  reason: string,
  { actor, at }: { actor: string | null; at: Date },
): Promise<void> {
  await endAward(tx, id, { state: 'lapsed', ended_reason: reason, ended_by: actor, ended_at: at })
  const data = { service, company_name, reason }
  await record(tx, { kind: 'award_lapsed', actor, building_id, subject: id, data })
}
