import {
  AnswerQuestion,
  AskQuestion,
  requireAnswerAllowed,
  requireQuestionAllowed,
} from '../../../domain/quotes/question.ts'
import { RequestRound } from '../../../domain/services/round.ts'
import { lockOffers } from '../../db/offer-lock.ts'
import { record } from '../../db/record.ts'
import { openTo } from '../../rpc/procedure.ts'
import { lockQuote } from './db.ts'
import {
  addQuestion,
  countQuestions,
  lockQuestion,
  questionsOfRound,
  saveQuestionAnswer,
  standingOf,
} from './questions.db.ts'
import { tellOfAnswer } from './requests.db.ts'

/** The procedures of questions about a request. Product 2.3 */
export const questions = {
  questions: openTo('resident', 'vendor')
    .input(RequestRound)
    .query(({ ctx, input }) => questionsOfRound(ctx.tx, input)),

  /** A vendor's question about the request of its quote. */
  askQuestion: openTo('vendor')
    .input(AskQuestion)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const quote = await lockQuote(tx, input.id)
      const { building_service_id, building_id, vendor_id, round } = quote
      const service = await standingOf(tx, building_service_id)
      requireQuestionAllowed(service, quote, await countQuestions(tx, viewer.vendor_id, quote))
      const { question } = input
      await addQuestion(tx, {
        building_service_id,
        building_id,
        round,
        question,
        vendor_id,
        asked_by: viewer.id,
      })
      const event = { actor: viewer.id, building_id, vendor_id, subject: quote.id, data: { question } }
      await record(tx, { kind: 'question_asked', ...event })
    }),

  /** The building's answer, which all asked vendors get. It may be changed while the request is open. */
  answerQuestion: openTo({ resident: 'request_services' })
    .input(AnswerQuestion)
    .mutation(async ({ ctx: { tx, viewer, now }, input }) => {
      await lockOffers(tx, 'request')
      const question = await lockQuestion(tx, viewer.building_id, input.id)
      const { building_service_id: subject, building_id } = question
      requireAnswerAllowed(await standingOf(tx, subject), question)
      const { answer } = input
      if (answer === question.answer) return
      await saveQuestionAnswer(tx, question.id, { answer, answered_by: viewer.id, answered_at: now() })
      await record(tx, { kind: 'question_answered', actor: viewer.id, building_id, subject })
      await tellOfAnswer(tx, question, { question: question.question, answer }, viewer.id)
    }),
}
