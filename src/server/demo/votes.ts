import { randomBytes, randomUUID } from 'node:crypto'
import { RSABSSA } from '@cloudflare/blindrsa-ts'
import { sql } from 'kysely'
import { addDays, type CalendarDate, today } from '../../domain/calendar.ts'
import { choiceText } from '../../domain/votes/receipt.ts'
import type { VotePlan } from '../../domain/votes/vote-input.ts'
import { asSystem } from '../db/as-viewer.ts'
import { castSecretly } from '../features/votes/ballot-route.ts'
import { runVotes } from '../features/votes/run-votes.ts'
import type { Portal } from '../rpc/context.ts'
import { entryNamed } from './ask-and-answer.ts'
import { BUILDINGS, DEMO_PASSWORD, residentEmail } from './city.ts'
import { type Person, type Procedures, signIn } from './person.ts'

type VotesClock = { portal: Portal; clock: { now: Date } }

const DAY = 24 * 60 * 60 * 1000
export const ROOF = 'Shall we renew the roof with the offer of Cascade Roofing, for $84,000?'
export const RESERVE = 'Shall the budget of next year put $30,000 more into the reserve?'
export const ELECTION = 'Who shall be on the board for the next two years?'
/** How units without an account voted on paper for the roof. */
const PAPERS = ['yes', 'yes', 'no', 'yes', 'yes', 'abstain', 'yes', 'yes', 'yes', 'no', 'yes', 'yes'] as const

const QUESTION: Omit<VotePlan, 'question' | 'closes_on'> = {
  details: null,
  kind: 'yes_no',
  options: [],
  max_choices: 1,
  basis: 'unit',
  is_secret: false,
  quorum: 40,
  majority: 'more_yes',
  proxies: 2,
  opens_on: null,
  opens_time: null,
  closes_time: '20:00',
}

/**
 * At The Larkspur: a roof that was decided by shares, with papers and a proxy, and certified; a budget vote that failed its quorum; a secret
 * election of the board that is running. Product 4.4
 */
export async function holdVotes(
  { portal, clock }: VotesClock,
  people: ReadonlyMap<string, Person>,
): Promise<void> {
  const now = clock.now
  const day = today(now, portal.config.timeZone)
  const maya = entryNamed(new Map(people), 'larkspur').call
  const [ned, ruth] = [
    await larkspurResident(portal, 'Ned Alvarez'),
    await larkspurResident(portal, 'Ruth Castellan'),
  ]
  await decideRoof({ portal, clock }, { maya, ned, ruth }, now)
  clock.now = new Date(now.getTime() - 30 * DAY)
  const reserve = await openOne(portal, maya, {
    ...{ ...QUESTION, question: RESERVE },
    closes_on: addDays(day, -20),
  })
  await castAll(maya, reserve, 'yes')
  await castAll(ned, reserve, 'no')
  clock.now = new Date(now.getTime() - 19 * DAY)
  await runVotes(portal)
  clock.now = now
  await dateVotes(portal)
  await runElection(portal, { maya, ned, ruth }, day)
}

type Board = Record<'maya' | 'ned' | 'ruth', Procedures>

async function decideRoof(
  { portal, clock }: VotesClock,
  { maya, ned, ruth }: Board,
  now: Date,
): Promise<void> {
  const at = (days: number) => {
    clock.now = new Date(now.getTime() - days * DAY)
  }
  at(70)
  const id = await openOne(portal, maya, {
    ...{ ...QUESTION, question: ROOF, basis: 'share', majority: 'two_thirds', quorum: 30 },
    details: 'The offer is in the documents. It includes insulation, and takes three weeks in spring.',
    closes_on: addDays(today(clock.now, portal.config.timeZone), 14),
  })
  await castAll(maya, id, 'yes')
  at(68)
  await castAll(ned, id, 'yes')
  const [unit] = (await ruth.votes.get({ id })).units
  const holder = (await ned.accounts.session())?.id ?? ''
  if (unit) {
    await ruth.votes.giveProxy({ id, unit_id: unit.unit_id, holder_id: holder })
    await ned.votes.cast({ id, version: 1, unit_id: unit.unit_id, choice: ['yes'] })
  }
  const { units } = await maya.votes.roll({ id, page: 1, search: null })
  const onPaper = units.filter(({ voted_as }) => voted_as === null).slice(0, PAPERS.length)
  const sheet_id = randomUUID()
  await maya.votes.enterPapers({
    ...{ id, sheet_id, unit_ids: onPaper.map(({ unit_id }) => unit_id) },
    choices: onPaper.map((_, index) => [PAPERS[index] ?? 'abstain']),
  })
  await ruth.votes.confirmPapers({ id, sheet_id })
  at(55)
  await runVotes(portal)
  await ruth.votes.certify({ id })
}

/** Ned, Ruth and Maya stand for two seats. Ned has voted; nobody can tell how. */
async function runElection(portal: Portal, { maya, ned, ruth }: Board, day: CalendarDate): Promise<void> {
  const idOf = async (person: Procedures) => (await person.accounts.session())?.id ?? null
  const candidates = [maya, ned, ruth]
  const options = await Promise.all(
    candidates.map(async (person) => ({ id: randomUUID(), label: '…', candidate_id: await idOf(person) })),
  )
  const id = randomUUID()
  const plan: VotePlan = {
    ...{ ...QUESTION, question: ELECTION, kind: 'election', is_secret: true, max_choices: 2, options },
    ...{ opens_on: addDays(day, 1), opens_time: '09:00', closes_on: addDays(day, 12) },
  }
  await maya.votes.draft({ id, ...plan })
  await maya.votes.schedule({ id })
  for (const [at, person] of candidates.entries())
    await person.votes.answerCandidacy({ id, option_id: options[at]?.id ?? '', accepts: true })
  await maya.votes.unschedule({ id })
  await maya.votes.update({ id, version: 1, ...plan, opens_on: null, opens_time: null })
  await maya.votes.schedule({ id })
  await runVotes(portal)
  await castInSecret(portal, ned, id, 2 ** 0 + 2 ** 2)
}

/** As a voter's browser does it: src/web/features/votes. */
async function castInSecret(portal: Portal, voter: Procedures, vote: string, bits: number): Promise<void> {
  const { public_key, version, units } = await voter.votes.get({ id: vote })
  const suite = RSABSSA.SHA384.PSS.Deterministic()
  const spki = Buffer.from(public_key ?? '', 'base64url')
  const key = await crypto.subtle.importKey('spki', spki, { name: 'RSA-PSS', hash: 'SHA-384' }, true, [
    'verify',
  ])
  for (const { unit_id } of units) {
    const token = randomBytes(32)
    const { blindedMsg, inv } = await suite.blind(key, token)
    const blinded = Buffer.from(blindedMsg).toString('base64url')
    const { signature } = await voter.votes.sign({ id: vote, version, unit_id, blinded })
    const finished = await suite.finalize(key, token, Buffer.from(signature, 'base64url'), inv)
    await castSecretly(portal, {
      ...{ vote, token: token.toString('base64url'), choice: choiceText(bits) },
      signature: Buffer.from(finished).toString('base64url'),
    })
  }
}

async function openOne(portal: Portal, officer: Procedures, plan: VotePlan): Promise<string> {
  const id = randomUUID()
  await officer.votes.draft({ id, ...plan })
  await officer.votes.schedule({ id })
  await runVotes(portal)
  return id
}

/** For every unit of this person. */
async function castAll(person: Procedures, id: string, choice: string): Promise<void> {
  const { units, version } = await person.votes.get({ id })
  for (const { unit_id, is_voter } of units)
    if (is_voter) await person.votes.cast({ id, version, unit_id, choice: [choice] })
}

/** Signs in a resident of The Larkspur. */
export async function larkspurResident(portal: Portal, name: string): Promise<Procedures> {
  const building = BUILDINGS.find(({ key }) => key === 'larkspur')
  const person = building?.people.find((each) => each.name === name)
  if (!building || !person) throw new Error(`${name} does not live at The Larkspur`)
  const credentials = { email: residentEmail(building, person), password: DEMO_PASSWORD }
  return (await signIn(portal, credentials)).call
}

/** What happened in votes that are over, happened then. */
const dateVotes = ({ db }: Portal) =>
  asSystem(db, (tx) =>
    sql`update events e set at = case e.kind when 'vote_closed' then v.closes_at when 'vote_certified' then v.certified_at
        when 'vote_drafted' then v.created_at else v.opens_at end
      from votes v where v.id = e.subject and v.result is not null`.execute(tx),
  )
