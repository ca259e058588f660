import type { CalendarDate } from '../calendar.ts'
import { LIMITS } from '../limits.ts'
import { formatMoney } from '../money.ts'
import type { VotePlan } from '../votes/vote-input.ts'

type VotedAward = {
  service: string
  company_name: string
  annual_cost: number
  per_visit_price: number
  quotes: number
  lowest: number | null
  highest: number | null
  is_lowest: boolean
  reason: string | null
  proposed_name: string
}

/**
 * The vote on a chosen quote: yes or no, one for each unit, open, until eight in the evening of `closes_on`. At least half of the units take
 * part, and more say yes than no. It names no other vendor. Product 4.3, 4.4
 */
export function votePlan(award: VotedAward, closes_on: CalendarDate): VotePlan {
  const { service, company_name, annual_cost } = award
  const question = `Shall we accept the quote of ${company_name} for ${service}, for ${formatMoney(annual_cost)} in the first year?`
  return {
    question: question.slice(0, LIMITS.vote_question),
    details: detailsOf(award).join('\n').slice(0, LIMITS.vote_details),
    kind: 'yes_no',
    options: [],
    max_choices: 1,
    basis: 'unit',
    is_secret: false,
    quorum: 50,
    majority: 'more_yes',
    proxies: 1,
    opens_on: null,
    opens_time: null,
    closes_on,
    closes_time: '20:00:00',
  }
}

function detailsOf(award: VotedAward): string[] {
  return [
    `${award.proposed_name} chose this quote: ${formatMoney(award.per_visit_price)} a visit.`,
    quotesText(award),
    ...(award.reason === null ? [] : [`The reason: ${award.reason}`]),
    'If the owners vote yes, the portal accepts the quote by itself and books the visits. If not, it accepts nothing.',
  ]
}

type Compared = Pick<VotedAward, 'quotes' | 'lowest' | 'highest' | 'is_lowest'>

/** How a chosen quote stood among those that were compared: how many, and the range of their first years. Product 4.3 */
export function quotesText({ quotes, lowest, highest, is_lowest }: Compared): string {
  if (quotes === 1) return 'It was the only quote.'
  const range =
    lowest === null || highest === null || lowest === highest
      ? ''
      : `, from ${formatMoney(lowest)} to ${formatMoney(highest)} in the first year`
  return `There were ${quotes} quotes${range}. ${
    is_lowest
      ? 'It was the lowest that leaves nothing out.'
      : 'It was not the lowest that leaves nothing out.'
  }`
}
