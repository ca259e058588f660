import { formatMoney } from '../money.ts'
import { limitsOf, type Needs, type SpendingPolicy } from './policy.ts'

/** Messages about a building's rule for spending, and about what waits by it. Product 4.3 */
export const AWARD_MESSAGES = {
  policySaved: 'The rule for spending was saved',
  policyFailed: (reason: string) => `The rule could not be saved: ${reason}`,
  policyEnded: 'Any resident who may accept quotes accepts them again',
  waits: {
    two: 'Waits for a second approval. The other officers get an email.',
    vote: 'The owners decide. Their vote opens within a few minutes.',
  },
  approveFailed: (reason: string) => `The approval failed: ${reason}`,
  lapsed: (reason: string) => `Nothing was accepted. ${reason}`,
  refused: 'The choice was refused. The quotes are open again.',
  refuseFailed: (reason: string) => `The refusal failed: ${reason}`,
  withdrawn: 'Your choice was taken back. The quotes are open again.',
  withdrawFailed: (reason: string) => `The choice could not be taken back: ${reason}`,
  declared: 'Your interest was declared. Others decide about this quote.',
  declareFailed: (reason: string) => `The interest could not be declared: ${reason}`,
  onlyOfficers: 'In your building an officer accepts quotes.',
  hasInterest: 'You declared an interest in this vendor, so others decide about its quote.',
  askInterest: 'Do you have an interest in this vendor?',
  interestHint:
    'For example: you or your family work for it, own a part of it, or get something from it. Who has an interest doesn’t decide.',
} as const

/** What waits, and for what, as a label. Product 4.3 */
export const WAITS_LABELS = { two: 'Waits for a second approval', vote: 'The owners decide' } as const

/** What the rule of a building makes of an acceptance, before it is confirmed. Product 4.3 */
export function effectText(policy: SpendingPolicy | null, needs: Needs): string | null {
  const limits = limitsOf(policy)
  if (!limits || needs === 'anyone') return null
  if (needs === 'alone') return `You decide alone: up to ${formatMoney(limits.alone_up_to)} a year.`
  if (needs === 'two')
    return `It waits until a second officer approves: up to ${formatMoney(limits.two_up_to)} a year two decide.`
  return `The owners vote on it: it costs more than ${formatMoney(limits.two_up_to)} a year.`
}
