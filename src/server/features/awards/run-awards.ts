import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { asSentence, endByVote, voteEnd } from '../../../domain/awards/award.ts'
import { votePlan } from '../../../domain/awards/vote-plan.ts'
import { type CalendarDate, today } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { outcomeText } from '../../../domain/votes/vote-words.ts'
import { asSystem } from '../../db/as-viewer.ts'
import type { Source, Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { eachOnItsOwn } from '../../jobs/each-on-its-own.ts'
import type { Portal } from '../../rpc/context.ts'
import { addVote } from '../votes/drafts.db.ts'
import { lockRunning, markCancelled } from '../votes/run.db.ts'
import { acceptByVote, lapse } from './accept-award.ts'
import { endAward, findAward, lockAward } from './award.db.ts'

type Runs = Pick<Portal, 'now' | 'config'> & { db: Source }

/**
 * Makes the votes of awards that the owners decide, decides by those that are over, cancels those whose award ended otherwise, and frees
 * awards whose quote or request ended by the calendar. However many servers run it, each happens once; each award on its own. Product 4.3, 4.4
 */
export async function runAwards(portal: Runs, stop?: AbortSignal): Promise<void> {
  const day = today(portal.now(), portal.config.timeZone)
  const due = await asSystem(portal.db, (tx) => dueAwards(tx, day))
  const steps = [
    ...due.over.map((id) => () => asSystem(portal.db, (tx) => free(tx, id, portal.now()))),
    ...due.unvoted.map((id) => () => asSystem(portal.db, (tx) => makeVote(tx, id, portal))),
    ...due.voted.map((id) => () => asSystem(portal.db, (tx) => decide(tx, id, portal))),
    ...due.needless.map((id) => () => asSystem(portal.db, (tx) => cancelNeedless(tx, id))),
  ]
  await eachOnItsOwn(steps, (step) => step(), {
    stop,
    failed: (count) => `${count} awards could not be put to their vote, or decided by it`,
  })
}

async function dueAwards(tx: Tx, day: CalendarDate) {
  const { rows } = await sql<{ id: string; step: 'over' | 'unvoted' | 'voted' }>`
    select a.id, case when q.valid_until < ${day} or s.preferred_start_date < ${day} then 'over'
      when a.vote_id is null then 'unvoted' else 'voted' end as step
    from awards a join service_quotes q on q.id = a.service_quote_id
      join building_services s on s.id = a.building_service_id
      left join votes v on v.id = a.vote_id
    where a.state = 'waiting' and (q.valid_until < ${day} or s.preferred_start_date < ${day}
      or a.needs = 'vote' and (a.vote_id is null or v.state in ('closed', 'certified', 'failed_quorum', 'cancelled')))
    order by a.proposed_at, a.id`.execute(tx)
  const needless = await sql<{ id: string }>`
    select v.id from awards a join votes v on v.id = a.vote_id
    where a.state <> 'waiting' and v.state in ('scheduled', 'open') order by v.id`.execute(tx)
  const of = (step: string) => rows.filter((row) => row.step === step).map(({ id }) => id)
  return {
    over: of('over'),
    unvoted: of('unvoted'),
    voted: of('voted'),
    needless: needless.rows.map(({ id }) => id),
  }
}

async function free(tx: Tx, id: string, at: Date): Promise<void> {
  const award = await lockAward(tx, id)
  if (award.state !== 'waiting') return
  const reason = 'The quote ended, or the start date of the request passed, before it was decided.'
  await lapse(tx, award, reason, { actor: null, at })
}

/** Makes the vote of an award, which then opens and closes by itself (votes/run-votes.ts). */
async function makeVote(tx: Tx, id: string, { now, config }: Runs): Promise<void> {
  const award = await lockAward(tx, id)
  if (award.state !== 'waiting' || award.vote_id !== null) return
  const at = now()
  const { building_id, proposed_by } = award
  const facts = await tx
    .selectFrom('awards as a')
    .innerJoin('service_quotes as q', 'q.id', 'a.service_quote_id')
    .innerJoin('building_services as s', 's.id', 'a.building_service_id')
    .where('a.id', '=', id)
    .select(['a.company_name', 'a.annual_cost', 'a.per_visit_price', 'a.quotes', 'a.lowest', 'a.highest'])
    .select(['a.is_lowest', 'a.reason', 'a.proposed_name', 'q.valid_until', 's.decide_by'])
    .select((eb) => eb.ref('s.preferred_start_date').$notNull().as('preferred_start_date'))
    .executeTakeFirstOrThrow()
  let closes: CalendarDate
  try {
    closes = voteEnd(facts, today(at, config.timeZone))
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return lapse(tx, award, asSentence(error.message), { actor: null, at })
  }
  const vote_id = randomUUID()
  const plan = votePlan({ ...facts, service: award.service }, closes)
  // Its maker may have left meanwhile.
  const vote = { id: vote_id, building_id, created_by: proposed_by, created_at: at }
  await addVote(tx, vote, plan, config.timeZone)
  const { closes_at } = await tx
    .updateTable('votes')
    .set({ state: 'scheduled', opens_at: at })
    .where('id', '=', vote_id)
    .returning('closes_at')
    .executeTakeFirstOrThrow()
  await tx.updateTable('awards').set({ vote_id }).where('id', '=', id).execute()
  const times = { opens_at: at.toISOString(), closes_at: closes_at?.toISOString() ?? '' }
  const event = { actor: proposed_by, building_id, subject: vote_id }
  await record(tx, { kind: 'vote_scheduled', ...event, data: { question: plan.question, ...times } })
}

/** Accepts, refuses or frees an award by its vote. */
async function decide(tx: Tx, id: string, { now, config }: Runs): Promise<void> {
  const { vote_id } = await findAward(tx, id)
  const vote = await tx
    .selectFrom('votes')
    .where('id', '=', vote_id ?? '')
    .select(['state', 'result', 'cancel_reason'])
    .executeTakeFirstOrThrow()
  const { state, result, cancel_reason } = vote
  const said = result ? outcomeText({ kind: 'yes_no', ...result }, []) : ''
  const next = endByVote({ state, outcome: result?.outcome ?? null, cancel_reason, said })
  const at = now()
  if (next?.state === 'accepted') {
    await acceptByVote(tx, id, said, { at, timeZone: config.timeZone })
    return
  }
  const award = await lockAward(tx, id)
  if (!next || award.state !== 'waiting') return
  if (next.state === 'lapsed') return lapse(tx, award, next.ended_reason, { actor: null, at })
  const { building_id, service, company_name } = award
  await endAward(tx, id, { ...next, ended_by: null, ended_at: at })
  const data = { service, company_name, accepted: false, said }
  await record(tx, { kind: 'award_voted', actor: null, building_id, subject: id, data })
}

/** Nobody votes any more on what can't be accepted. */
async function cancelNeedless(tx: Tx, vote_id: string): Promise<void> {
  const vote = await lockRunning(tx, vote_id)
  if (!vote || (vote.state !== 'scheduled' && vote.state !== 'open')) return
  const { building_id, question, state } = vote
  const award = await tx
    .selectFrom('awards')
    .where('vote_id', '=', vote_id)
    .select('ended_reason')
    .executeTakeFirstOrThrow()
  const reason = award.ended_reason ?? 'The quote is no longer chosen.'
  await markCancelled(tx, vote_id, reason.slice(0, 500))
  const was = state === 'scheduled' ? ('scheduled' as const) : ('open' as const)
  const data = { question, reason, was }
  await record(tx, { kind: 'vote_cancelled', actor: null, building_id, subject: vote_id, data })
}
