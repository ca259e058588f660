import { randomBytes, randomUUID } from 'node:crypto'
import { RSABSSA } from '@cloudflare/blindrsa-ts'
import type { z } from 'zod'
import { choiceText } from '../src/domain/votes/receipt.ts'
import type { DraftVote } from '../src/domain/votes/vote-input.ts'
import { asSystem } from '../src/server/db/as-viewer.ts'
import type { Person, Procedures } from '../src/server/demo/person.ts'
import { castSecretly } from '../src/server/features/votes/ballot-route.ts'
import { runVotes } from '../src/server/features/votes/run-votes.ts'
import type { Portal } from '../src/server/rpc/context.ts'
import type { World } from './world.ts'

export type Drafted = z.input<typeof DraftVote>

/** A question of 1431 Minor Ave that closes a week after the world's day. */
export const QUESTION: Omit<Drafted, 'id'> = {
  question: 'Shall we renew the roof?',
  details: null,
  kind: 'yes_no',
  options: [],
  max_choices: 1,
  basis: 'unit',
  is_secret: false,
  quorum: 0,
  majority: 'more_yes',
  proxies: 2,
  opens_on: null,
  opens_time: null,
  closes_on: '2026-11-27',
  closes_time: '12:00',
}

/** Drafts a vote. Returns its id. */
export async function draftVote(officer: Procedures, change: Partial<Drafted> = {}): Promise<string> {
  const id = change.id ?? randomUUID()
  await officer.votes.draft({ ...QUESTION, ...change, id })
  return id
}

/** Drafts and schedules a vote, which opens at once. Returns its id. */
export async function openVoteOf(
  portal: Portal,
  officer: Procedures,
  change: Partial<Drafted> = {},
): Promise<string> {
  const id = await draftVote(officer, change)
  await officer.votes.schedule({ id })
  await runVotes(portal)
  return id
}

/** Closes all open votes as if their end had come; everybody else's clock stays. */
export const closeVotes = (portal: Portal): Promise<void> =>
  runVotes({ ...portal, now: () => new Date(portal.now().getTime() + 8 * 24 * 3_600_000) })

/** One more owner at 1431 Minor Ave, with a unit of their own. */
export async function owner(world: World, name: string, unit_number: string): Promise<Person> {
  const person = await world.resident(name, { unit_number })
  await world.as('maya').members.accept({ id: person.id })
  return person
}

/** What a unit of 1431 Minor Ave weighs. */
export const weigh = (portal: Portal, number: string, weight: number) =>
  asSystem(portal.db, (tx) => tx.updateTable('units').set({ weight }).where('number', '=', number).execute())

/** The units of a vote that somebody may vote for. */
export async function unitsIn(person: Procedures, id: string) {
  const { units, version } = await person.votes.get({ id })
  return units.map((unit) => ({ id, version, unit_id: unit.unit_id, number: unit.number }))
}

/** The first of them, as a ballot names it. */
export async function ballotIn(person: Procedures, id: string) {
  const [unit] = await unitsIn(person, id)
  if (!unit) throw new Error('This person votes for no unit')
  const { number: _, ...ballot } = unit
  return ballot
}

const suite = RSABSSA.SHA384.PSS.Deterministic()

/** What a voter's browser keeps: as src/web/features/votes does it, with the same library. */
export type Receipt = { token: string; signature: string | null }

/** Blinds a new token, as a browser. */
export async function blindToken(publicKey: string, token: Buffer = randomBytes(32)) {
  const key = await crypto.subtle.importKey(
    'spki',
    Buffer.from(publicKey, 'base64url'),
    { name: 'RSA-PSS', hash: 'SHA-384' },
    true,
    ['verify'],
  )
  const { blindedMsg, inv } = await suite.blind(key, token)
  return {
    blinded: Buffer.from(blindedMsg).toString('base64url'),
    async finish(signature: string): Promise<Receipt> {
      const finished = await suite.finalize(key, token, Buffer.from(signature, 'base64url'), inv)
      return { token: token.toString('base64url'), signature: Buffer.from(finished).toString('base64url') }
    },
  }
}

/** Gets a signed token for the person's first unit. */
export async function receiptFor(person: Procedures, id: string): Promise<Receipt> {
  const { public_key } = await person.votes.get({ id })
  const token = await blindToken(public_key ?? '')
  const ballot = await ballotIn(person, id)
  const { signature } = await person.votes.sign({ ...ballot, blinded: token.blinded })
  return token.finish(signature)
}

/** Casts a secret ballot, without a session; the bits of its choice. */
export const castWith = (portal: Portal, vote: string, { token, signature }: Receipt, bits: number) =>
  castSecretly(portal, { vote, token, signature, choice: choiceText(bits) })
