import { expect, test } from 'vitest'
import { draftPlan, typedVote, voteForm } from './draft-values.ts'

// The form of a draft: Product 4.4.

const ID = '0b7e2a54-8f0f-4f0e-9a5b-6a0a2f0c9d11'
const typed = { ...typedVote(null), question: 'Shall we?', closes_on: '2026-12-01' }
const fieldsOf = (change: object, asksBuilding = false) =>
  voteForm(asksBuilding)
    .safeParse({ ...typed, ...change })
    .error?.issues.map(({ path }) => path.join('.')) ?? []

test('a new draft is a question of yes and no that half of the units must take part in', () => {
  expect(fieldsOf({})).toEqual([])
  expect(draftPlan(typed)).toMatchObject({
    ...{ kind: 'yes_no', options: [], max_choices: 1, quorum: 50, proxies: 1 },
    ...{ opens_on: null, opens_time: null, closes_on: '2026-12-01', closes_time: '20:00', details: null },
  })
})

test('each field says what is wrong with it', () => {
  expect(fieldsOf({ question: ' ' })).toEqual(['question'])
  expect(fieldsOf({ quorum: 'half' })).toEqual(['quorum'])
  expect(fieldsOf({ is_secret: true, basis: 'share' })).toEqual(['basis'])
  expect(fieldsOf({ kind: 'one', options: [{ id: ID, label: '', candidate_id: null }] })).toEqual([
    'options.0.label',
  ])
  expect(fieldsOf({ kind: 'several', max_choices: '' })).toEqual(['max_choices'])
  expect(fieldsOf({}, true)).toEqual(['building_id'])
})

test('what another kind asks for is left out', () => {
  const options = [{ id: ID, label: 'Red', candidate_id: null }]
  expect(draftPlan({ ...typed, options, max_choices: '3' })).toMatchObject({ options: [], max_choices: 1 })
  expect(draftPlan({ ...typed, kind: 'several', options, max_choices: '3' })).toMatchObject({
    options,
    max_choices: 3,
  })
  expect(draftPlan({ ...typed, at_once: false, opens_on: '2026-11-25' })).toMatchObject({
    opens_on: '2026-11-25',
    opens_time: '09:00',
  })
})
