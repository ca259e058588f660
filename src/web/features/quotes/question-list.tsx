import { useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import type { ReactNode } from 'react'
import type { RequestRound } from '../../../domain/services/round.ts'
import { trpc } from '../../api.ts'
import classes from './request-questions.module.css'

export type AskedQuestion = inferOutput<typeof trpc.quotes.questions>[number]

export const useQuestions = (round: RequestRound) => useQuery(trpc.quotes.questions.queryOptions(round))

type Props = { questions: AskedQuestion[]; answerOf: (question: AskedQuestion) => ReactNode }

/** Questions about a request, without names, each with its answer. Product 2.3 */
export function QuestionList({ questions, answerOf }: Props) {
  if (questions.length === 0) return null
  return (
    <ul className={classes.list}>
      {questions.map((question) => (
        <li key={question.id} className={classes.item}>
          <p className={classes.question}>
            {question.own ? 'You asked' : 'A vendor asked'}: “{question.question}”
          </p>
          {answerOf(question)}
        </li>
      ))}
    </ul>
  )
}

export function ShownAnswer({ question: { answer } }: { question: AskedQuestion }) {
  return answer === null ? (
    <p className={classes.waiting}>Not answered yet.</p>
  ) : (
    <p className={classes.answer}>{answer}</p>
  )
}
