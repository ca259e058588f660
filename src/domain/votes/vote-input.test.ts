import { expect, test } from 'vitest'
import { formErrors } from '../form.ts'
import { LIMITS } from '../limits.ts'
import { answerCandidacy } from './candidate.ts'
import { choiceFromText, choiceText, receiptGroups, SecretBallot, typedReceipt } from './receipt.ts'
import { CancelVote, DraftVote } from './vote-input.ts'
import { cityInstant, typedInstant } from './vote-times.ts'

// What comes in: Product 4.4.

const ID = '0b7e2a54-8f0f-4f0e-9a5b-6a0a2f0c9d11'
const OTHER = '0b7e2a54-8f0f-4f0e-9a5b-6a0a2f0c9d12'
const draft = {
  id: ID,
  question: 'Shall we renew the roof?',
  details: null,
  kind: 'yes_no',
  options: [],
  max_choices: 1,
  basis: 'unit',
  is_secret: false,
  quorum: 50,
  majority: 'more_yes',
  proxies: 0,
  opens_on: null,
  opens_time: null,
  closes_on: '2026-12-01',
  closes_time: '20:00',
} as const
const option = (id: string, label: string, candidate_id: string | null = null) => ({
  id,
  label,
  candidate_id,
})
const fieldsOf = (change: object) => formErrors(DraftVote, { ...draft, ...change }).fields

test('a draft’s fields fit its kind', () => {
  expect(fieldsOf({})).toEqual({})
  expect(fieldsOf({ options: [option(ID, 'Maybe')] })).toHaveProperty('options')
  expect(fieldsOf({ kind: 'one', options: [option(ID, 'Red'), option(OTHER, 'Blue')] })).toEqual({})
  expect(fieldsOf({ kind: 'one', options: [option(ID, 'Red'), option(OTHER, 'red')] })).toHaveProperty(
    'options',
  )
  expect(fieldsOf({ kind: 'one', max_choices: 2 })).toHaveProperty('max_choices')
  expect(fieldsOf({ kind: 'election', options: [option(ID, 'Ana')] })).toHaveProperty('options')
  const colors = [option(ID, 'Red'), option(OTHER, 'Blue', OTHER)]
  expect(fieldsOf({ kind: 'one', options: colors })).toHaveProperty('options')
  expect(fieldsOf({ kind: 'election', options: [option(ID, 'Ana', OTHER)] })).toEqual({})
  const namesakes = [option(ID, 'Ana', OTHER), option(OTHER, 'Ana', ID)]
  expect(fieldsOf({ kind: 'election', options: namesakes })).toEqual({})
  const twice = [option(ID, 'Ana', OTHER), option(OTHER, 'Ana Lee', OTHER)]
  expect(fieldsOf({ kind: 'election', options: twice })).toHaveProperty('options')
  expect(fieldsOf({ closes_time: null })).toHaveProperty('closes_on')
  expect(fieldsOf({ quorum: 101 })).toHaveProperty('quorum')
})

test('in a secret vote each unit counts one', () => {
  expect(fieldsOf({ is_secret: true, basis: 'share' })).toHaveProperty('basis')
  expect(fieldsOf({ is_secret: true })).toEqual({})
})

test('long texts are refused at their field', () => {
  expect(fieldsOf({ question: 'x'.repeat(LIMITS.vote_question + 1) })).toHaveProperty('question')
  expect(fieldsOf({ details: 'x'.repeat(LIMITS.vote_details + 1) })).toHaveProperty('details')
  expect(formErrors(CancelVote, { id: ID, reason: 'x'.repeat(LIMITS.reason + 1) }).fields).toHaveProperty(
    'reason',
  )
})

test('a vote opens and closes by the city’s clocks, also on the days when they change', () => {
  const zone = 'America/Los_Angeles'
  const at = (date: string, time: string) => cityInstant({ date, time }, zone).toISOString()
  expect(at('2026-11-20', '12:00:00')).toBe('2026-11-20T20:00:00.000Z')
  expect(at('2026-07-01', '12:00:00')).toBe('2026-07-01T19:00:00.000Z')
  expect(at('2026-03-08', '01:59:00')).toBe('2026-03-08T09:59:00.000Z')
  expect(at('2026-03-08', '02:30:00')).toBe('2026-03-08T09:30:00.000Z')
  expect(at('2026-03-08', '03:00:00')).toBe('2026-03-08T10:00:00.000Z')
  // Shown twice: the first time.
  expect(at('2026-11-01', '01:30:00')).toBe('2026-11-01T08:30:00.000Z')
  expect(at('2026-11-01', '02:00:00')).toBe('2026-11-01T10:00:00.000Z')
  expect(typedInstant(new Date('2026-11-20T20:00:00Z'), zone)).toEqual({
    date: '2026-11-20',
    time: '12:00:00',
  })
})

test('a secret ballot is as long whatever it chooses', () => {
  expect([0, 1, 2 ** 31].map(choiceText)).toEqual(['00000000', '00000001', '80000000'])
  expect(choiceFromText('80000000')).toBe(2 ** 31)
  const ballot = { vote: ID, token: 'a'.repeat(43), signature: 'b'.repeat(342), choice: '00000001' }
  expect(SecretBallot.safeParse(ballot).success).toBe(true)
  for (const change of [
    { token: 'a'.repeat(42) },
    { token: `${'a'.repeat(42)}=` },
    { signature: 'b'.repeat(341) },
    { choice: '1' },
    { unit_id: OTHER },
  ])
    expect(SecretBallot.safeParse({ ...ballot, ...change }).success).toBe(false)
})

test('a receipt is read back as people write it down', () => {
  const token = `${'Ab-_'.repeat(10)}xyz`
  expect(receiptGroups(token)).toBe(`${'Ab-_ '.repeat(10)}xyz`)
  expect(typedReceipt(` ${receiptGroups(token)}\n`)).toBe(token)
  expect(typedReceipt('Ab-_')).toBeNull()
})

test('candidates answer for themselves until the election opens', () => {
  const own = { candidate_id: ID }
  expect(() => answerCandidacy({ state: 'scheduled' }, own, ID)).not.toThrow()
  expect(() => answerCandidacy({ state: 'draft' }, own, ID)).toThrow('not scheduled')
  expect(() => answerCandidacy({ state: 'open' }, own, ID)).toThrow('has opened')
  expect(() => answerCandidacy({ state: 'scheduled' }, own, OTHER)).toThrow('could not find')
})
