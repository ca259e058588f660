import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { VOTE_STATES } from '../votes/vote.ts'
import {
  AWARD_STATES,
  asSentence,
  canAnswer,
  canWithdraw,
  endByVote,
  outdatedBy,
  refuseAward,
  requireApproval,
  requireChooser,
  voteEnd,
  withdrawAward,
} from './award.ts'
import { NEEDS } from './policy.ts'
import { quotesText, votePlan } from './vote-plan.ts'

// The choice of a quote under a building's rule for spending: Product 4.3.

const refusal = (decide: () => unknown): string | null => {
  try {
    decide()
    return null
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}

const deciders = fc.record({
  id: fc.constantFrom('maya', 'ned', 'ruth'),
  is_officer: fc.boolean(),
  has_interest: fc.boolean(),
})
const standing = fc.record({
  state: fc.constantFrom(...AWARD_STATES),
  needs: fc.constantFrom(...NEEDS),
  proposed_by: fc.constantFrom('maya', null),
})
const OFFICER = { id: 'ned', is_officer: true, has_interest: false }
const WAITING = { state: 'waiting', needs: 'two', proposed_by: 'maya' } as const

test('who has an interest in a vendor chooses and approves it in no way, whatever else holds [Product 4.3]', () => {
  fc.assert(
    fc.property(
      deciders,
      standing,
      fc.constantFrom('alone', 'two', 'vote'),
      fc.boolean(),
      (decider, award, needs, lowest) => {
        const declared = { ...decider, has_interest: true }
        const said = { interest: false, record_reason: 'It is.' }
        expect(refusal(() => requireChooser({ needs, is_lowest: lowest }, said, declared))).toBe(
          'not_allowed',
        )
        const now = { ...said, interest: true }
        expect(refusal(() => requireChooser({ needs, is_lowest: lowest }, now, decider))).toBe('not_allowed')
        expect(refusal(() => requireApproval(award, false, declared))).not.toBeNull()
        expect(refusal(() => requireApproval(award, true, decider))).not.toBeNull()
        expect(canAnswer(award, declared)).toBe(false)
      },
    ),
  )
})

test('without a rule anybody chooses, and says nothing more [Product 4.3]', () => {
  fc.assert(
    fc.property(deciders, fc.boolean(), (decider, is_lowest) => {
      const nothing = { interest: null, record_reason: null }
      expect(refusal(() => requireChooser({ needs: 'anyone', is_lowest }, nothing, decider))).toBeNull()
    }),
  )
})

test('an officer says whether they have an interest, and why not the lowest [Product 4.3]', () => {
  const choose = (interest: boolean | null, record_reason: string | null, is_lowest: boolean) =>
    refusal(() => requireChooser({ needs: 'alone', is_lowest }, { interest, record_reason }, OFFICER))
  expect(choose(false, null, true)).toBeNull()
  expect(choose(null, null, true)).toBe('invalid_input')
  expect(choose(false, null, false)).toBe('invalid_input')
  expect(choose(false, 'They did well before.', false)).toBeNull()
  const said = { interest: false, record_reason: null }
  const resident = { ...OFFICER, is_officer: false }
  expect(refusal(() => requireChooser({ needs: 'alone', is_lowest: true }, said, resident))).toBe(
    'not_allowed',
  )
})

test('what can be answered or withdrawn is what is not refused; nobody can do both [Product 4.3]', () => {
  fc.assert(
    fc.property(standing, deciders, (award, decider) => {
      const approved = refusal(() => requireApproval(award, false, decider)) === null
      expect(approved).toBe(canAnswer(award, decider))
      expect(refusal(() => refuseAward(award, 'No.', decider)) === null).toBe(approved)
      const withdrawn = refusal(() => withdrawAward(award, decider.id)) === null
      expect(withdrawn).toBe(canWithdraw(award, decider.id))
      expect(approved && withdrawn).toBe(false)
    }),
  )
  expect(canAnswer(WAITING, OFFICER)).toBe(true)
  expect(canWithdraw(WAITING, 'maya')).toBe(true)
  expect(refuseAward(WAITING, 'Too much.', OFFICER)).toEqual({ state: 'refused', ended_reason: 'Too much.' })
})

test('an award is outdated by a higher cost, and by a rule that asks for more than it has [Product 4.3]', () => {
  const award = { needs: 'two', annual_cost: 100_00 } as const
  const rule = (alone_up_to: number, two_up_to: number) => ({
    ...{ version: 2, names_in_record: false },
    ...{ alone_up_to, two_up_to },
  })
  expect(outdatedBy(award, rule(0, 100_00), 100_00)).toBeNull()
  expect(outdatedBy(award, rule(200_00, 300_00), 100_00)).toBeNull()
  expect(outdatedBy(award, null, 90_00)).toBeNull()
  expect(outdatedBy(award, rule(0, 99_00), 100_00)).toMatch(/rule/)
  expect(outdatedBy(award, null, 100_01)).toMatch(/more/)
})

test('a vote on a quote closes while the quote can still be accepted, a day from now at the earliest [Product 4.3]', () => {
  const today = '2026-11-20'
  const day = fc.integer({ min: -3, max: 40 }).map((days) => addDays(today, days))
  fc.assert(
    fc.property(fc.option(day), day, fc.option(day), (valid_until, preferred_start_date, decide_by) => {
      const lasting = { valid_until, preferred_start_date, decide_by }
      const code = refusal(() => voteEnd(lasting, today))
      if (code !== null) {
        expect(code).toBe('conflict')
        const isTooLate =
          (valid_until ?? '9') <= today ||
          preferred_start_date <= addDays(today, 1) ||
          (decide_by !== null && addDays(decide_by, 7) <= today)
        expect(isTooLate).toBe(true)
        return
      }
      const end = voteEnd(lasting, today)
      expect(end > today && end <= addDays(today, 10) && end < preferred_start_date).toBe(true)
      if (valid_until !== null) expect(end <= valid_until).toBe(true)
      if (decide_by !== null) expect(end <= addDays(decide_by, 7)).toBe(true)
    }),
  )
  const long = { valid_until: null, preferred_start_date: '2027-03-01', decide_by: null }
  expect(voteEnd(long, today)).toBe('2026-11-30')
})

test('only a vote that passed accepts its award; a tie, a failed quorum and a no refuse it, a cancelled one frees it [Product 4.3, 4.4]', () => {
  const vote = { cancel_reason: null, said: 'Rejected' }
  const after = (state: string, outcome: string | null) =>
    endByVote({ ...vote, state, outcome })?.state ?? null
  for (const state of VOTE_STATES)
    for (const outcome of ['passed', 'rejected', 'tie', 'failed_quorum'])
      expect(after(state, outcome)).toBe(
        state === 'cancelled'
          ? 'lapsed'
          : ['draft', 'scheduled', 'open'].includes(state)
            ? null
            : outcome === 'passed'
              ? 'accepted'
              : 'refused',
      )
  expect(endByVote({ ...vote, state: 'cancelled', outcome: null, cancel_reason: 'No units' })).toEqual({
    state: 'lapsed',
    ended_reason: 'The vote was cancelled: No units.',
  })
})

test('the vote on a quote names it and no other vendor, and says how it stood [Product 4.3]', () => {
  const award = {
    ...{
      service: 'Roof Repair',
      company_name: 'Cascade Roofing',
      annual_cost: 84_000_00,
      per_visit_price: 84_000_00,
    },
    ...{ quotes: 3, lowest: 79_000_00, highest: 91_000_00, is_lowest: false },
    ...{ reason: 'It includes insulation.', proposed_name: 'Maya Chen' },
  }
  const plan = votePlan(award, '2026-11-30')
  expect(plan).toMatchObject({
    question:
      'Shall we accept the quote of Cascade Roofing for Roof Repair, for $84,000.00 in the first year?',
    kind: 'yes_no',
    is_secret: false,
    closes_on: '2026-11-30',
  })
  expect(plan.details).toContain('There were 3 quotes, from $79,000.00 to $91,000.00 in the first year.')
  expect(plan.details).toContain('The reason: It includes insulation.')
  const long = votePlan(
    { ...award, company_name: 'C'.repeat(200), reason: 'r'.repeat(500), service: 'S'.repeat(200) },
    '2026-11-30',
  )
  expect(long.question.length).toBeLessThanOrEqual(300)
  expect(quotesText({ quotes: 1, lowest: 5_00, highest: 5_00, is_lowest: true })).toBe(
    'It was the only quote.',
  )
})

test('a refusal becomes a sentence [Product 4.3]', () => {
  expect(asSentence('the price changed')).toBe('The price changed.')
  expect(asSentence('Nobody could vote.')).toBe('Nobody could vote.')
})
