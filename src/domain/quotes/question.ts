import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { formSchema } from '../form.ts'
import { LIMITS } from '../limits.ts'
import { isOpen, type ServiceStatus } from '../services/status.ts'
import { id, longText } from '../text.ts'

/** A vendor's question about the request of its quote, on the wire. Product 2.3 */
export const AskQuestion = z.strictObject({ id, question: longText('Question', LIMITS.question) })

/** The building's answer, on the wire; it may be changed while the request is open. */
export const AnswerQuestion = z.strictObject({ id, answer: longText('Answer', LIMITS.answer) })

/** A question and an answer as typed. */
export const questionForm = formSchema(AskQuestion.pick({ question: true }))
export const answerQuestionForm = formSchema(AnswerQuestion.pick({ answer: true }))

export const MAX_QUESTIONS = 10

type Request = { status: ServiceStatus; round: number }

/**
 * Throws DomainError 'quote_not_open' unless the request of this round is open, 'conflict' after ten questions of one vendor.
 * Product 2.3
 */
export function requireQuestionAllowed(
  service: Request,
  quote: { round: number; status: string },
  asked: number,
): void {
  requireAnswerAllowed(service, quote)
  if (quote.status !== 'pending') throw new DomainError('quote_not_open', 'this request is no longer open')
  if (asked >= MAX_QUESTIONS)
    throw new DomainError('conflict', `you can ask at most ${MAX_QUESTIONS} questions about a request`)
}

/** Throws DomainError 'quote_not_open' unless the request of this round is open. Product 2.3 */
export function requireAnswerAllowed(service: Request, { round }: { round: number }): void {
  if (!isOpen(service.status) || service.round !== round)
    throw new DomainError('quote_not_open', 'this request is no longer open')
}
