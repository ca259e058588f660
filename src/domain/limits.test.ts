import { expect, test } from 'vitest'
import { notesForm } from './access/notes.ts'
import { formErrors } from './form.ts'
import { LIMITS } from './limits.ts'
import { DeclineMember } from './members/member.ts'
import { requestForm } from './services/request.ts'
import { WelcomeForm } from './services/welcome.ts'
import { finishForm } from './visits/attendance.ts'
import { CancelVisit, MoveVisit } from './visits/change.ts'
import { moveDayForm } from './visits/day.ts'
import { answerForm, disputeForm } from './visits/dispute.ts'
import { claimForm, refuseForm } from './visits/missed.ts'
import { ratingForm } from './visits/rating.ts'
import { CancelSeries, MoveSeries } from './visits/series.ts'
import { stopForm } from './visits/stop.ts'

const ID = '0b7e2a54-8f0f-4f0e-9a5b-6a0a2f0c9d11'
const TODAY = '2026-11-20'
const NOW = { date: TODAY, time: '12:00:00' }
const request = {
  service_type: 'recurring',
  required_every_weeks: '4',
  preferred_start_date: '2026-12-01',
  ends: 'date',
  preferred_end_date: '2027-12-01',
  excluded_vendors: [],
  scope: {},
}
const wish = { service_type: 'recurring', frequency: '4' }
const when = { scheduled_date: '2026-12-01', scheduled_time: '09:00' }
const shown = { id: ID, shown_date: TODAY, shown_time: '09:00' }
const series = { scope: 'all', visits: 3 }
const pause = { from_date: '2026-12-01', until_date: '2026-12-02' }
const reason = LIMITS.reason
const note = LIMITS.visit_note

// The texts with a count below them. The screen leaves them whole, so the form has to refuse them, at their field.
test.each([
  ['request', requestForm(TODAY, []), 'description', LIMITS.description, request],
  ['access notes', notesForm, 'notes', LIMITS.access_notes, {}],
  ['decline', DeclineMember, 'reason', reason, { id: ID, block: false }],
  ['finish', finishForm, 'note', note, { sharesPlace: false }],
  ['move a day', moveDayForm(TODAY, NOW), 'reason', reason, { scheduled_date: '2026-12-01' }],
  ['move or suggest', MoveVisit, 'reason', reason, { ...shown, ...when }],
  ['cancel', CancelVisit, 'reason', reason, shown],
  ['move a series', MoveSeries, 'reason', reason, { ...shown, ...when, ...series }],
  ['cancel a series', CancelSeries, 'reason', reason, { ...shown, ...series }],
  ['claim', claimForm, 'words', note, {}],
  ['refuse a claim', refuseForm, 'words', reason, {}],
  ['dispute', disputeForm, 'words', note, {}],
  ['answer a dispute', answerForm, 'words', note, {}],
  ['end', stopForm('end', TODAY), 'reason', reason, { from_date: TODAY, until_date: '' }],
  ['pause', stopForm('pause', TODAY), 'reason', reason, pause],
  ['rate', ratingForm, 'comment', reason, { thumb: 'up' }],
] as const)('a text that is too long to %s is refused at its field', (_, schema, field, max, others) => {
  const errorsOf = (length: number) => formErrors(schema, { ...others, [field]: 'x'.repeat(length) }).fields
  expect(errorsOf(max)).toEqual({})
  expect(errorsOf(max + 1)).toEqual({
    [field]: expect.stringContaining(`can have at most ${max} characters`),
  })
})

test('a job description of the welcome dialog that is too long is refused', () => {
  const errorsOf = (length: number) =>
    formErrors(WelcomeForm, { services: new Map([[ID, { ...wish, description: 'x'.repeat(length) }]]) })
      .fields
  expect(errorsOf(200)).toEqual({})
  expect(errorsOf(201)).toEqual({
    'services.0.description': 'Job Description can have at most 200 characters',
  })
})
