import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Viewer } from '../viewer.ts'
import { requirePresent } from './candidate.ts'
import {
  cancelVote,
  certifyVote,
  closeVote,
  isDecided,
  mayRunVotes,
  openVote,
  reminderTime,
  requireDraftVote,
  requireOpenVote,
  requireRewordable,
  requireShownVersion,
  scheduleVote,
  unscheduleVote,
  VOTE_STATES,
  type VoteState,
} from './vote.ts'

// How a vote goes on: Product 4.4.

const NOW = new Date('2026-11-20T20:00:00Z')
const inHours = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
const draft = {
  state: 'draft',
  kind: 'yes_no',
  options: 0,
  max_choices: 1,
  opens_at: inHours(24),
  closes_at: inHours(48),
} as const

/** The states for which this does not throw. */
const statesFor = (act: (state: VoteState) => unknown) =>
  VOTE_STATES.filter((state) => {
    try {
      act(state)
      return true
    } catch {
      return false
    }
  })

test('each step is taken from its own states only', () => {
  expect(statesFor((state) => requireDraftVote({ state }))).toEqual(['draft'])
  expect(statesFor((state) => scheduleVote({ ...draft, state }, NOW))).toEqual(['draft'])
  expect(statesFor((state) => unscheduleVote({ state }))).toEqual(['scheduled'])
  expect(statesFor((state) => cancelVote({ state }))).toEqual(['scheduled', 'open'])
  expect(statesFor((state) => certifyVote({ state }))).toEqual(['closed'])
  expect(
    VOTE_STATES.filter((state) => openVote({ state, kind: 'one' }, { units: 1, candidates: 0 })),
  ).toEqual(['scheduled'])
  expect(VOTE_STATES.filter((state) => closeVote({ state }, 'passed'))).toEqual(['open'])
  expect(VOTE_STATES.filter(isDecided)).toEqual(['closed', 'failed_quorum', 'certified'])
})

test('a draft opens at its time, or at once', () => {
  expect(scheduleVote(draft, NOW)).toEqual({
    state: 'scheduled',
    opens_at: inHours(24),
    closes_at: inHours(48),
  })
  expect(scheduleVote({ ...draft, opens_at: null }, NOW).opens_at).toEqual(NOW)
  expect(scheduleVote({ ...draft, opens_at: inHours(-1) }, NOW).opens_at).toEqual(NOW)
})

test('a vote has an end, is open for an hour at least, and for a year at most', () => {
  expect(() => scheduleVote({ ...draft, closes_at: null }, NOW)).toThrow('when the vote closes')
  expect(() => scheduleVote({ ...draft, closes_at: inHours(24.9) }, NOW)).toThrow('at least an hour')
  expect(() => scheduleVote({ ...draft, opens_at: null, closes_at: inHours(1) }, NOW)).not.toThrow()
  expect(() => scheduleVote({ ...draft, closes_at: inHours(24 * 400) }, NOW)).toThrow('at most a year')
})

test('a choice has two options at least, an election a candidate', () => {
  expect(() => scheduleVote({ ...draft, kind: 'one', options: 1 }, NOW)).toThrow('at least two options')
  expect(() => scheduleVote({ ...draft, kind: 'several', options: 2, max_choices: 3 }, NOW)).toThrow(
    'than there are options',
  )
  expect(() => scheduleVote({ ...draft, kind: 'election' }, NOW)).toThrow('at least one candidate')
  expect(scheduleVote({ ...draft, kind: 'election', options: 1, max_choices: 3 }, NOW).state).toBe(
    'scheduled',
  )
})

test('a vote that nobody could take part in is cancelled at its time', () => {
  const at = (kind: 'one' | 'election', units: number, candidates: number) =>
    openVote({ state: 'scheduled', kind }, { units, candidates })
  expect(at('one', 3, 0)).toEqual({ state: 'open' })
  expect(at('one', 0, 0)).toMatchObject({ state: 'cancelled', reason: expect.stringContaining('no units') })
  expect(at('election', 3, 0)).toMatchObject({ state: 'cancelled' })
  expect(at('election', 3, 1)).toEqual({ state: 'open' })
})

test('ballots are taken until the end, whether or not it was noticed yet', () => {
  fc.assert(
    fc.property(fc.constantFrom(...VOTE_STATES), fc.integer({ min: -1000, max: 1000 }), (state, minutes) => {
      const vote = { state, opens_at: null, closes_at: NOW }
      const takes = () => requireOpenVote(vote, new Date(NOW.getTime() + minutes * 60_000))
      if (state === 'open' && minutes < 0) expect(takes).not.toThrow()
      else expect(takes).toThrow(/not open yet|cancelled|closed/)
    }),
  )
})

test('the question stays once somebody has voted', () => {
  const words = (state: VoteState, voted = 0) => requireRewordable({ state, voted })
  expect(statesFor(words)).toEqual(['draft', 'scheduled', 'open'])
  expect(() => words('open', 1)).toThrow('somebody has voted already')
})

test('officers with the power and admins run votes', () => {
  const resident: Viewer = { kind: 'resident', id: 'a', building_id: 'b', powers: [] }
  expect(mayRunVotes({ ...resident, powers: ['manage_votes'] })).toBe(true)
  expect(mayRunVotes({ kind: 'admin', id: 'a' })).toBe(true)
  expect(mayRunVotes(resident)).toBe(false)
  expect(mayRunVotes({ ...resident, powers: ['manage_budget'] })).toBe(false)
  expect(mayRunVotes(null)).toBe(false)
})

test('a closed vote keeps whether its quorum was reached', () => {
  expect(closeVote({ state: 'open' }, 'failed_quorum')).toEqual({ state: 'failed_quorum' })
  for (const outcome of ['passed', 'rejected', 'tie'] as const)
    expect(closeVote({ state: 'open' }, outcome)).toEqual({ state: 'closed' })
  expect(() => certifyVote({ state: 'failed_quorum' })).toThrow('did not reach its quorum')
})

test('a reminder comes two days before the end, and in the second half of a short vote', () => {
  expect(reminderTime(NOW, inHours(240))).toEqual(inHours(192))
  expect(reminderTime(NOW, inHours(24))).toEqual(inHours(12))
})

test('nobody votes on words that they have not seen', () => {
  expect(() => requireShownVersion({ version: 2 }, 2)).not.toThrow()
  expect(() => requireShownVersion({ version: 3 }, 2)).toThrow('changed meanwhile')
})

test('who has left the building is taken off the candidates first', () => {
  const [ana, ben] = [
    { label: 'Ana Lee', is_here: true },
    { label: 'Ben Ode', is_here: false },
  ]
  expect(() => requirePresent([ana])).not.toThrow()
  expect(() => requirePresent([ana, ben])).toThrow('Ben Ode is no longer in the building')
})
