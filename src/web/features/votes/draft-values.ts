import { z } from 'zod'
import { DraftVote, type VotePlan } from '../../../domain/votes/vote-input.ts'
import { typedInstant } from '../../../domain/votes/vote-times.ts'
import { CITY_TIME_ZONE } from '../../city.ts'
import type { ShownVote } from './shown-vote.ts'

/** A draft as it is typed: numbers as text, times as their fields have them, '' for none. */
export type TypedVote = {
  building_id: string
  question: string
  details: string
  kind: VotePlan['kind']
  options: { id: string; label: string; candidate_id: string | null }[]
  max_choices: string
  basis: VotePlan['basis']
  is_secret: boolean
  quorum: string
  majority: VotePlan['majority']
  proxies: string
  /** Whether it opens once it is scheduled. */
  at_once: boolean
  opens_on: string
  opens_time: string
  closes_on: string
  closes_time: string
}

const NEW: TypedVote = {
  building_id: '',
  question: '',
  details: '',
  kind: 'yes_no',
  options: [],
  max_choices: '1',
  basis: 'unit',
  is_secret: false,
  quorum: '50',
  majority: 'more_yes',
  proxies: '1',
  at_once: true,
  opens_on: '',
  opens_time: '09:00',
  closes_on: '',
  closes_time: '20:00',
}

/** A draft in its form; of a new vote what most votes begin with. */
export function typedVote(vote: ShownVote | null): TypedVote {
  if (!vote) return NEW
  const at = (instant: string | Date | null) => {
    if (instant === null) return null
    const { date, time } = typedInstant(new Date(instant), CITY_TIME_ZONE)
    return { date, time: time.slice(0, 5) }
  }
  const [opens, closes] = [at(vote.opens_at), at(vote.closes_at)]
  return {
    building_id: vote.building_id,
    question: vote.question,
    details: vote.details ?? '',
    kind: vote.kind,
    options: vote.options.map(({ id, label, candidate_id }) => ({ id, label, candidate_id })),
    max_choices: String(vote.max_choices),
    basis: vote.basis,
    is_secret: vote.is_secret,
    quorum: String(vote.quorum),
    majority: vote.majority,
    proxies: String(vote.proxies),
    at_once: opens === null,
    opens_on: opens?.date ?? '',
    opens_time: opens?.time ?? NEW.opens_time,
    closes_on: closes?.date ?? '',
    closes_time: closes?.time ?? NEW.closes_time,
  }
}

/** A number as typed; NaN for none, which the schema refuses. */
const numberOf = (typed: string) => (/^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN)

/** What is sent of it. */
export function draftPlan(typed: TypedVote): VotePlan {
  const { building_id: _, at_once, kind, ...vote } = typed
  const isMany = kind === 'several' || kind === 'election'
  const opens = !at_once && vote.opens_on !== ''
  return {
    ...vote,
    kind,
    details: vote.details.trim() === '' ? null : vote.details,
    options: kind === 'yes_no' ? [] : vote.options,
    max_choices: isMany ? numberOf(vote.max_choices) : 1,
    quorum: numberOf(vote.quorum),
    proxies: numberOf(vote.proxies),
    opens_on: opens ? vote.opens_on : null,
    opens_time: opens ? vote.opens_time : null,
    closes_on: vote.closes_on === '' ? null : vote.closes_on,
    closes_time: vote.closes_on === '' ? null : vote.closes_time,
  }
}

/** Any id: a draft gets its own when it is sent. */
const ANY = '00000000-0000-4000-8000-000000000000'

/** What the server's own schema says of it, at each field; an admin also chooses a building. */
export const voteForm = (asksBuilding: boolean) =>
  z.custom<TypedVote>().superRefine((typed, context) => {
    if (asksBuilding && typed.building_id === '')
      context.addIssue({ code: 'custom', message: 'Choose a building', path: ['building_id'] })
    for (const { message, path } of DraftVote.safeParse({ id: ANY, ...draftPlan(typed) }).error?.issues ?? [])
      context.addIssue({ code: 'custom', message, path: path.length === 0 ? ['question'] : [...path] })
  })
