import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { calendarDate, id, ids, longText, optionalLongText, text, timeOfDay, wholeNumber } from '../text.ts'
import { CHOICE_BITS } from './choice.ts'
import { MAJORITIES } from './majority.ts'
import { VOTE_BASES } from './roll.ts'
import { VOTE_KINDS } from './tally.ts'

/** An option, or a candidate of an election, by the building's people. Its id is the browser's. */
const VoteOption = z.strictObject({
  id,
  label: text('Option', LIMITS.vote_option),
  candidate_id: id.nullable(),
})

const options = z
  .array(VoteOption, { error: 'Options must be a list' })
  .max(LIMITS.vote_options, `A vote can have at most ${LIMITS.vote_options} options`)

const words = {
  question: text('Question', LIMITS.vote_question),
  details: optionalLongText('Details', LIMITS.vote_details),
}

/** When it opens and closes, by the city's clocks; without an opening it opens once it is scheduled. */
const times = {
  opens_on: calendarDate('Opens').nullable(),
  opens_time: timeOfDay('Opens at').nullable(),
  closes_on: calendarDate('Closes').nullable(),
  closes_time: timeOfDay('Closes at').nullable(),
}

const plan = {
  ...words,
  kind: z.enum(VOTE_KINDS, { error: 'Choose a kind of vote' }),
  options,
  max_choices: wholeNumber('How many', 1, LIMITS.vote_options),
  basis: z.enum(VOTE_BASES, { error: 'Choose how units count' }),
  is_secret: z.boolean({ error: 'Secret must be yes or no' }),
  quorum: wholeNumber('Quorum', 0, 100),
  majority: z.enum(MAJORITIES, { error: 'Choose what passes the vote' }),
  proxies: wholeNumber('Proxies', 0, LIMITS.vote_proxies),
  ...times,
}

type Plan = z.infer<z.ZodObject<typeof plan>>

/** What the fields must say together. */
function checkPlan(vote: Plan, context: z.RefinementCtx): void {
  const refuse = (field: keyof Plan, message: string) =>
    context.addIssue({ code: 'custom', message, path: [field] })
  const { kind, max_choices, is_secret, basis } = vote
  if (kind === 'yes_no' && vote.options.length > 0)
    refuse('options', 'A question of yes and no has no other options')
  if ((kind === 'yes_no' || kind === 'one') && max_choices !== 1)
    refuse('max_choices', 'One option is chosen')
  // Two neighbors may have one name.
  const named = vote.options.map(({ label, candidate_id }) => candidate_id ?? label.toLowerCase())
  if (new Set(named).size < named.length)
    refuse('options', kind === 'election' ? 'A candidate is named twice' : 'Two options have the same words')
  if (kind === 'election' && vote.options.some(({ candidate_id }) => candidate_id === null))
    refuse('options', 'Choose a person for each candidate, or remove the candidate')
  if (kind !== 'election' && vote.options.some(({ candidate_id }) => candidate_id !== null))
    refuse('options', 'Only an election has candidates')
  if (new Set(vote.options.map((option) => option.id)).size < vote.options.length)
    refuse('options', 'An option is listed twice')
  // Shares differ: the sums of a few ballots would show whose is whose.
  if (is_secret && basis === 'share') refuse('basis', 'In a secret vote each unit counts one')
  if ((vote.opens_on === null) !== (vote.opens_time === null)) refuse('opens_on', 'Enter a day and a time')
  if ((vote.closes_on === null) !== (vote.closes_time === null)) refuse('closes_on', 'Enter a day and a time')
}

const version = wholeNumber('Version', 1, 1_000_000)

/** A new draft; `building_id` is an admin's choice. Product 4.4 */
export const DraftVote = z.strictObject({ id, building_id: id.optional(), ...plan }).superRefine(checkPlan)
/** A changed draft, as a version after the one that was shown. Product 4.4 */
export const UpdateVote = z.strictObject({ id, version, ...plan }).superRefine(checkPlan)
/** Other words for a vote that nobody has voted in. Product 4.4 */
export const RewordVote = z.strictObject({ id, version, ...words })
export type VotePlan = Plan

/** Which page of a list of votes is asked for. Product 4.4 */
export const VoteList = z.strictObject({
  tab: z.enum(['current', 'past']),
  page: wholeNumber('Page', 1, 100_000),
  search: optionalLongText('Search', LIMITS.search).default(null),
})
/** A page of the roll of a vote, with how each unit voted once it is over. Product 4.4 */
export const RollPage = z.strictObject({
  id,
  page: wholeNumber('Page', 1, 100_000),
  search: optionalLongText('Search', LIMITS.search).default(null),
})

export const VoteId = z.strictObject({ id })
export const CancelVote = z.strictObject({ id, reason: longText('Reason', LIMITS.reason) })

/** What a ballot chooses: option ids, 'yes', 'no' or 'abstain'. */
const choice = z
  .array(z.string().max(LIMITS.vote_choice), { error: 'Choice must be a list' })
  .max(CHOICE_BITS)

/** An open ballot of a unit, on the question as it was shown. Product 4.4 */
export const CastBallot = z.strictObject({ id, version, unit_id: id, choice })
export const GiveProxy = z.strictObject({ id, unit_id: id, holder_id: id })
export const RevokeProxy = z.strictObject({ id, unit_id: id })
export const AnswerCandidacy = z.strictObject({
  id,
  option_id: id,
  accepts: z.boolean({ error: 'Accepts must be yes or no' }),
})

/** Paper ballots, each unit with its choice; in a secret vote the choices' order is nobody's. `sheet_id` is the browser's. Product 4.4 */
export const EnterPapers = z.strictObject({
  id,
  sheet_id: id,
  unit_ids: ids('Units', LIMITS.vote_papers),
  choices: z.array(choice).max(LIMITS.vote_papers),
})
export const PaperSheet = z.strictObject({ id, sheet_id: id })
