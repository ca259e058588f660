import { z } from 'zod'
import { kind } from '../event-kind.ts'
import { formatMoney } from '../money.ts'

const chosen = z.object({ service: z.string(), company_name: z.string() })
const costing = chosen.extend({ annual_cost: z.int() })
const ended = chosen.extend({ reason: z.string() })

const about = { concerns: ['building'], refreshes: ['awards', 'quotes'] } as const

/** The events of a building's rule for spending, and of its awards: about them. Product 4.3 */
export const AWARD_EVENTS = {
  spending_policy_set: kind({
    payload: z.object({
      alone_up_to: z.int().nullable(),
      two_up_to: z.int().nullable(),
      names_in_record: z.boolean(),
    }),
    ...about,
    sentence: ({ actor, data: { alone_up_to, two_up_to } }) =>
      alone_up_to === null || two_up_to === null
        ? `${actor} ended the building’s rule for spending.`
        : `${actor} set the building’s rule for spending: one officer up to ${formatMoney(alone_up_to)} a year, two up to ${formatMoney(two_up_to)}, then a vote.`,
  }),
  award_waiting: kind({
    payload: costing,
    ...about,
    sentence: ({ actor, data }) =>
      `${actor} chose ${data.company_name} for ${data.service}, which waits for a second approval.`,
  }),
  award_put_to_vote: kind({
    payload: costing,
    ...about,
    sentence: ({ actor, data }) =>
      `${actor} chose ${data.company_name} for ${data.service}, which the owners decide.`,
  }),
  award_approved: kind({
    payload: chosen,
    ...about,
    sentence: ({ actor, data }) => `${actor} approved ${data.company_name} for ${data.service}.`,
  }),
  award_refused: kind({
    payload: ended,
    ...about,
    sentence: ({ actor, data }) =>
      `${actor} did not approve ${data.company_name} for ${data.service}: ${data.reason.replace(/\.$/, '')}.`,
  }),
  award_withdrawn: kind({
    payload: chosen,
    ...about,
    sentence: ({ actor, data }) => `${actor} no longer chooses ${data.company_name} for ${data.service}.`,
  }),
  /** By itself; also recorded by a trigger of service_quotes. */
  award_lapsed: kind({
    payload: ended,
    ...about,
    sentence: ({ data }) =>
      `The choice of ${data.company_name} for ${data.service} ended: ${data.reason.replace(/\.$/, '')}.`,
  }),
  award_voted: kind({
    payload: chosen.extend({ accepted: z.boolean(), said: z.string() }),
    ...about,
    sentence: ({ data }) =>
      `The owners ${data.accepted ? 'accepted' : 'did not accept'} ${data.company_name} for ${data.service}.`,
  }),
  interest_declared: kind({
    payload: z.object({ company_name: z.string() }),
    ...about,
    sentence: ({ actor, data }) => `${actor} declared an interest in ${data.company_name}.`,
  }),
}
