import { expect, test } from 'vitest'
import { formErrors } from '../form.ts'
import {
  AnswerQuestion,
  answerQuestionForm,
  questionForm,
  requireAnswerAllowed,
  requireQuestionAllowed,
} from './question.ts'

const service = { status: 'Quote', round: 2 } as const
const quote = { round: 2, status: 'pending' }

test('a vendor asks while its quote is open, at most ten questions about a request [Product 2.3]', () => {
  requireQuestionAllowed(service, quote, 9)
  expect(() => requireQuestionAllowed(service, quote, 10)).toThrow('at most 10 questions')
  for (const [closed, own] of [
    [{ ...service, status: 'Accepted' }, quote],
    [{ ...service, status: 'None' }, quote],
    [service, { ...quote, round: 1 }],
    [service, { ...quote, status: 'declined' }],
  ] as const)
    expect(() => requireQuestionAllowed(closed, own, 0)).toThrow('no longer open')
})

test('the building answers while the request is open', () => {
  requireAnswerAllowed(service, { round: 2 })
  expect(() => requireAnswerAllowed(service, { round: 1 })).toThrow('no longer open')
  expect(() => requireAnswerAllowed({ ...service, status: 'Accepted' }, { round: 2 })).toThrow(
    'no longer open',
  )
})

test('a question and an answer are needed, and not too long', () => {
  expect(formErrors(questionForm, { question: ' ' }).fields).toEqual({ question: 'Question is required' })
  expect(formErrors(answerQuestionForm, { answer: '' }).fields).toEqual({ answer: 'Answer is required' })
  expect(formErrors(questionForm, { question: 'x'.repeat(501) }).fields).toEqual({
    question: 'Question can have at most 500 characters',
  })
  expect(AnswerQuestion.safeParse({ id: 'x', answer: 'Yes' }).success).toBe(false)
})
