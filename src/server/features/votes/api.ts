import { z } from 'zod'
import { DomainError } from '../../../domain/errors.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { optionalLongText } from '../../../domain/text.ts'
import { requirePresent } from '../../../domain/votes/candidate.ts'
import {
  cancelVote,
  certifyVote,
  requireDraftVote,
  requireRewordable,
  requireShownVersion,
  scheduleVote,
  unscheduleVote,
  VOTE_TABS,
} from '../../../domain/votes/vote.ts'
import {
  CancelVote,
  DraftVote,
  RewordVote,
  RollPage,
  UpdateVote,
  VoteId,
  VoteList,
  type VotePlan,
} from '../../../domain/votes/vote-input.ts'
import { outcomeText } from '../../../domain/votes/vote-words.ts'
import { asViewer } from '../../db/as-viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { openBareTo, openTo, router } from '../../rpc/procedure.ts'
import { ballotsOfVote } from './ballots.ts'
import { addVote, changeVote, hasBuilding, lockVote, namedPeople } from './drafts.db.ts'
import { countVotes, findBuildings, votesPage } from './list.db.ts'
import { paperSheets } from './papers.db.ts'
import { papersOfVote } from './papers.ts'
import { openNow } from './run-votes.ts'
import { signBallotToken } from './sign.ts'
import { readVote, receiptHashes, rollPage, unitsOf } from './vote.db.ts'
import { filesOfVote } from './vote-file.db.ts'

const PAGE_SIZE = 20
const ROLL_PAGE_SIZE = 50
const MOST_BUILDINGS = 10
const pageOf = (page: number, size: number) => ({ limit: size, offset: (page - 1) * size })

/** Who makes votes and runs them: officers with the power, and admins. */
const openToOfficers = () => openTo({ resident: 'manage_votes' }, 'admin')

/** What buildings decide by votes. They open and close by themselves (run-votes.ts). Product 4.4 */
export const votesRouter = router({
  ...ballotsOfVote,
  ...papersOfVote,
  sign: signBallotToken,

  /** The building's votes. */
  list: openTo('resident')
    .input(VoteList)
    .query(async ({ ctx: { tx, viewer }, input: { tab, page, search } }) => {
      const of = { building_id: viewer.building_id, states: VOTE_TABS[tab], search }
      const range = { ...pageOf(page, PAGE_SIZE), person: viewer.id }
      const [total, votes] = await Promise.all([countVotes(tx, of), votesPage(tx, { ...of, ...range })])
      return { total, page_size: PAGE_SIZE, votes }
    }),

  /** The votes of all buildings. */
  all: openTo('admin')
    .input(VoteList)
    .query(async ({ ctx: { tx, viewer }, input: { tab, page, search } }) => {
      const of = { building_id: null, states: VOTE_TABS[tab], search }
      const range = { ...pageOf(page, PAGE_SIZE), person: viewer.id }
      const [total, votes] = await Promise.all([countVotes(tx, of), votesPage(tx, { ...of, ...range })])
      return { total, page_size: PAGE_SIZE, votes }
    }),

  /** The buildings that an admin may make a vote for. */
  buildings: openTo('admin')
    .input(z.strictObject({ search: optionalLongText('Search', LIMITS.search) }))
    .query(({ ctx: { tx }, input: { search } }) => findBuildings(tx, search, MOST_BUILDINGS)),

  /** A vote with the units that the viewer may vote for; for officers its sheets of paper, too. */
  get: openTo('resident', 'admin')
    .input(VoteId)
    .query(async ({ ctx: { tx, viewer }, input: { id } }) => {
      const [vote, units, files, papers] = await Promise.all([
        readVote(tx, id),
        unitsOf(tx, { vote_id: id, person: viewer.id }),
        filesOfVote(tx, id),
        paperSheets(tx, id),
      ])
      return { ...vote, units, files, papers }
    }),

  /** A page of the roll. */
  roll: openTo('resident', 'admin')
    .input(RollPage)
    .query(async ({ ctx: { tx }, input: { id, page, search } }) => {
      const { state } = await readVote(tx, id)
      const range = pageOf(page, ROLL_PAGE_SIZE)
      return { page_size: ROLL_PAGE_SIZE, ...(await rollPage(tx, { vote_id: id, search, state, ...range })) }
    }),

  /** All receipts' hashes of a secret vote that is over: a browser finds its own among them without naming it. */
  receipts: openTo('resident', 'admin')
    .input(VoteId)
    .query(async ({ ctx: { tx }, input: { id } }) => {
      await readVote(tx, id)
      return receiptHashes(tx, id)
    }),

  /** A new draft. Sent again, it is there once. */
  draft: openToOfficers()
    .input(DraftVote)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input: { id, building_id: chosen, ...plan } }) => {
      const building_id = viewer.kind === 'admin' ? chosen : viewer.building_id
      if (building_id === undefined)
        throw new DomainError('invalid_input', 'Choose a building', 'building_id')
      if (chosen !== undefined && (chosen !== building_id || !(await hasBuilding(tx, chosen))))
        throw new DomainError('not_found')
      const named = await withNames(tx, building_id, plan)
      const vote = { id, building_id, created_by: viewer.id, created_at: now() }
      if (!(await addVote(tx, vote, named, config.timeZone))) {
        // The same draft again, or somebody else's id.
        await readVote(tx, id)
        return
      }
      await record(tx, { kind: 'vote_drafted', actor: viewer.id, building_id, subject: id })
    }),

  update: openToOfficers()
    .input(UpdateVote)
    .mutation(async ({ ctx: { tx, viewer, config }, input: { id, version, ...plan } }) => {
      const { building_id, ...vote } = await lockedVote(tx, id)
      requireDraftVote(vote)
      requireShownVersion(vote, version)
      const named = await withNames(tx, building_id, plan)
      await changeVote(tx, { vote_id: id, building_id }, version, named, config.timeZone)
      await record(tx, { kind: 'vote_changed', actor: viewer.id, building_id, subject: id })
    }),

  /** Other words, as long as nobody has voted. */
  reword: openToOfficers()
    .input(RewordVote)
    .mutation(async ({ ctx: { tx, viewer }, input: { id, version, question, details } }) => {
      const { building_id, ...vote } = await lockedVote(tx, id)
      requireRewordable({ ...vote, voted: vote.roll.voted })
      requireShownVersion(vote, version)
      await tx
        .updateTable('votes')
        .set({ question, details, version: version + 1 })
        .where('id', '=', id)
        .execute()
      const event = { actor: viewer.id, building_id, subject: id }
      await record(tx, { kind: 'vote_reworded', ...event, data: { question } })
    }),

  discard: openToOfficers()
    .input(VoteId)
    .mutation(async ({ ctx: { tx, viewer }, input: { id } }) => {
      const { building_id, ...vote } = await lockedVote(tx, id)
      requireDraftVote(vote)
      await tx.deleteFrom('votes').where('id', '=', id).execute()
      await record(tx, { kind: 'vote_discarded', actor: viewer.id, building_id, subject: id })
    }),

  /** A draft opens at its time; without one, or when that has passed, at once. Candidates are asked whether they stand. */
  schedule: openBareTo({ resident: 'manage_votes' }, 'admin')
    .input(VoteId)
    .mutation(async ({ ctx, input: { id } }) => {
      const { viewer, now } = ctx
      const opens_at = await asViewer(ctx.db, viewer, (tx) =>
        scheduleOne(tx, { id, actor: viewer.id }, now()),
      )
      if (opens_at <= now()) await openNow(ctx, id)
    }),

  unschedule: openToOfficers()
    .input(VoteId)
    .mutation(async ({ ctx: { tx, viewer }, input: { id } }) => {
      const { building_id, question, ...vote } = await lockedVote(tx, id)
      await tx.updateTable('votes').set(unscheduleVote(vote)).where('id', '=', id).execute()
      const event = { actor: viewer.id, building_id, subject: id }
      await record(tx, { kind: 'vote_unscheduled', ...event, data: { question } })
    }),

  cancel: openToOfficers()
    .input(CancelVote)
    .mutation(async ({ ctx: { tx, viewer }, input: { id, reason } }) => {
      // No ballot is put into a box that is thrown away.
      const { building_id, question, ...vote } = await lockedVote(tx, id, 'ballots')
      const { state } = cancelVote(vote)
      await tx.updateTable('votes').set({ state, cancel_reason: reason }).where('id', '=', id).execute()
      const was = vote.state === 'scheduled' ? 'scheduled' : 'open'
      const data = { question, reason, was } as const
      await record(tx, { kind: 'vote_cancelled', actor: viewer.id, building_id, subject: id, data })
    }),

  /** The result stands: its certificate is a PDF (certificate-pdf.ts). */
  certify: openToOfficers()
    .input(VoteId)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { id } }) => {
      const { building_id, question, ...vote } = await lockedVote(tx, id)
      const { state } = certifyVote(vote)
      const certified = { state, certified_by: viewer.id, certified_at: now() }
      await tx.updateTable('votes').set(certified).where('id', '=', id).execute()
      const result = vote.result ? outcomeText({ kind: vote.kind, ...vote.result }, vote.options) : ''
      const event = { actor: viewer.id, building_id, subject: id }
      await record(tx, { kind: 'vote_certified', ...event, data: { question, result } })
    }),
})

/** Returns when the vote opens. */
async function scheduleOne(tx: Tx, { id, actor }: { id: string; actor: string }, now: Date): Promise<Date> {
  const vote = await lockedVote(tx, id)
  const { building_id, question } = vote
  const planned = scheduleVote({ ...vote, options: vote.options.length }, now)
  requirePresent(vote.options)
  await tx.updateTable('votes').set(planned).where('id', '=', id).execute()
  const [opens_at, closes_at] = [planned.opens_at.toISOString(), planned.closes_at.toISOString()]
  await record(tx, {
    ...({ kind: 'vote_scheduled', actor, building_id, subject: id } as const),
    data: { question, opens_at, closes_at },
  })
  const asked = vote.options.flatMap(({ candidate_id, answer }) => (answer === null && candidate_id) || [])
  const data = { question, vote_id: id }
  await record(
    tx,
    ...asked.map((subject) => ({ kind: 'candidate_named', actor, building_id, subject, data }) as const),
  )
  return planned.opens_at
}

/** A vote that the viewer runs, which nobody else changes meanwhile. Throws DomainError 'not_found'. */
async function lockedVote(tx: Tx, id: string, against: Parameters<typeof lockVote>[2] = 'officers') {
  if (!(await lockVote(tx, id, against))) throw new DomainError('not_found')
  return readVote(tx, id)
}

/**
 * Candidates by their names in the building. Throws DomainError 'not_found' for somebody who never was of it, 'invalid_input' for one who is no
 * longer.
 */
async function withNames(tx: Tx, building_id: string, plan: VotePlan): Promise<VotePlan> {
  if (plan.kind !== 'election') return plan
  const ids = plan.options.flatMap(({ candidate_id }) => candidate_id ?? [])
  const people = await namedPeople(tx, building_id, ids)
  const options = plan.options.map((option) => {
    const person = people.find((each) => each.id === option.candidate_id)
    if (!person) throw new DomainError('not_found')
    return { ...option, label: person.label.slice(0, LIMITS.vote_option) }
  })
  requirePresent(people)
  return { ...plan, options }
}
