import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formErrors } from '../form.ts'
import { requestForm } from './request.ts'
import {
  answersFrom,
  checklistOf,
  type ScopeQuestion,
  scopeLines,
  scopeText,
  scopeTexts,
  toAnswers,
} from './scope.ts'

const FORM: ScopeQuestion[] = [
  { key: 'depth', label: 'Trigger depth', kind: 'number', unit: 'inches' },
  { key: 'places', label: 'Where', kind: 'several', options: ['Walks', 'Ramps'], task: 'Clear the {}' },
  { key: 'salt', label: 'Salt', kind: 'choice', options: ['Yes', 'No'], task: 'Salt the ramps' },
  { key: 'bins', label: 'Bins', kind: 'number', unit: 'bins', task: '{} bins out' },
  { key: 'note', label: 'Note', kind: 'text' },
]
const lines = (answers: Record<string, string[]>) =>
  scopeLines(
    FORM,
    Object.entries(answers).map(([key, answer]) => ({ key, answer })),
  )

test('the answers become lines in the order of the form, with their units and what the crew ticks [Product 2.1]', () => {
  const scope = lines({
    bins: ['1200'],
    salt: ['Yes'],
    places: ['Ramps', 'Walks'],
    depth: ['02'],
    note: ['HVAC'],
  })
  expect(scopeTexts(scope)).toEqual([
    'Trigger depth: 2 inches',
    'Where: Walks, Ramps',
    'Salt: Yes',
    'Bins: 1,200 bins',
    'Note: HVAC',
  ])
  expect(checklistOf(scope)).toEqual([
    'Clear the walks',
    'Clear the ramps',
    'Salt the ramps',
    '1,200 bins out',
  ])
})

test('what is answered with No or 0, or not at all, is no task', () => {
  expect(checklistOf(lines({ salt: ['No'], bins: ['0'], places: [], note: ['Ring twice'] }))).toEqual([])
  expect(lines({ places: [] })).toEqual([])
})

test.each([
  ['two decimals', { depth: ['1.55'] }, 'scope.depth', 'Trigger depth must be a number from 0 to 1,000,000'],
  [
    'too high a number',
    { depth: ['1000001'] },
    'scope.depth',
    'Trigger depth must be a number from 0 to 1,000,000',
  ],
  [
    'a word as a number',
    { depth: ['two'] },
    'scope.depth',
    'Trigger depth must be a number from 0 to 1,000,000',
  ],
  ['another option', { salt: ['Maybe'] }, 'scope.salt', 'Salt has no such answer'],
  ['two of one choice', { salt: ['Yes', 'No'] }, 'scope.salt', 'Salt has one answer'],
  ['too long a text', { note: ['x'.repeat(101)] }, 'scope.note', 'Note can have at most 100 characters'],
  ['another of several', { places: ['Walks', 'Roof'] }, 'scope.places', 'Where has no such answer'],
])('%s is refused at its question, by the form, too', (_, answers, field, message) => {
  expect(() => lines(answers)).toThrow(expect.objectContaining({ code: 'invalid_input', field, message }))
  const typed = {
    description: 'Snow',
    scope: answers,
    service_type: 'on-demand',
    preferred_start_date: '2026-12-01',
    excluded_vendors: [],
  }
  expect(formErrors(requestForm('2026-11-20', FORM), typed).fields).toEqual({ [field]: message })
})

test('numbers are taken as people write them, and one of something is singular', () => {
  const shown = (answers: Record<string, string[]>) => scopeTexts(lines(answers))
  expect(shown({ depth: ['1.5'], bins: ['1,200'] })).toEqual([
    'Trigger depth: 1.5 inches',
    'Bins: 1,200 bins',
  ])
  expect(shown({ depth: ['1'], bins: ['1'] })).toEqual(['Trigger depth: 1 inch', 'Bins: 1 bin'])
  expect(lines({ bins: ['1,200'] })[0]?.answer).toEqual(['1200'])
})

test('an answer to a question that is not asked, or two to one, are refused', () => {
  expect(() => lines({ roof: ['Flat'] })).toThrow(expect.objectContaining({ code: 'conflict' }))
  const twice = { key: 'salt', answer: ['Yes'] }
  expect(() => scopeLines(FORM, [twice, twice])).toThrow(expect.objectContaining({ code: 'invalid_input' }))
})

test('the form is filled in with the earlier answers that it still asks for', () => {
  const scope = lines({ salt: ['No'], places: ['Walks', 'Ramps'], note: ['Ring twice'] })
  const today = FORM.map((question) =>
    question.key === 'places' ? { ...question, options: ['Ramps', 'Stairs'] } : question,
  ).slice(0, 4)
  const typed = answersFrom(today, scope)
  expect(typed).toEqual({ depth: [], places: ['Ramps'], salt: ['No'], bins: [] })
  expect(toAnswers(today, { ...typed, depth: [' '], note: ['from a draft'] })).toEqual([
    { key: 'places', answer: ['Ramps'] },
    { key: 'salt', answer: ['No'] },
  ])
})

test('what the form shows again and sends unchanged gives the same lines', () => {
  const answers = fc.record({
    depth: fc.constantFrom<string[]>([], ['0'], ['12']),
    places: fc.subarray(['Walks', 'Ramps']),
    salt: fc.constantFrom<string[]>([], ['Yes'], ['No']),
    note: fc.constantFrom<string[]>([], ['Ring twice']),
  })
  fc.assert(
    fc.property(answers, (typed) => {
      const scope = scopeLines(FORM, toAnswers(FORM, typed))
      expect(scopeLines(FORM, toAnswers(FORM, answersFrom(FORM, scope)))).toEqual(scope)
      expect(scope.every((line) => scopeText(line) !== '')).toBe(true)
    }),
  )
})
