import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import { answerQuestionForm } from '../../../domain/quotes/question.ts'
import { may } from '../../../domain/viewer.ts'
import { trpc } from '../../api.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { useViewer } from '../../session/session.ts'
import { notify } from '../../ui/notify.tsx'
import type { ServiceQuestionsProps } from '../services/slots.ts'
import { type AskedQuestion, QuestionList, ShownAnswer, useQuestions } from './question-list.tsx'
import classes from './request-questions.module.css'

/** The vendors' questions about a request, without names, which its building answers while it is open. Product 2.3 */
export function BuildingQuestions({ open, ...round }: ServiceQuestionsProps) {
  const answers = may(useViewer(), 'request_services')
  const { data: questions = [] } = useQuestions(round)
  if (questions.length === 0) return null
  return (
    <section className={classes.questions} aria-label="Questions">
      <QuestionList
        questions={questions}
        answerOf={(question) =>
          open && answers ? <OwnAnswer question={question} /> : <ShownAnswer question={question} />
        }
      />
    </section>
  )
}

function OwnAnswer({ question }: { question: AskedQuestion }) {
  const [changing, setChanging] = useState(false)
  if (question.answer === null || changing)
    return <AnswerForm question={question} onDone={() => setChanging(false)} />
  return (
    <>
      <ShownAnswer question={question} />
      <Button variant="subtle" size="compact-md" onClick={() => setChanging(true)}>
        Change answer
      </Button>
    </>
  )
}

function AnswerForm({ question: { id, answer }, onDone }: { question: AskedQuestion; onDone: () => void }) {
  const { mutateAsync: send } = useMutation(trpc.quotes.answerQuestion.mutationOptions())
  const form = useForm({
    initialValues: { answer: answer ?? '' },
    validate: schemaResolver(answerQuestionForm, { sync: true }),
  })
  const dropDraft = useDraft(`answer ${id}`, form, { stays: true })
  const onSubmit = sendForm(form, {
    send: async (values) => {
      await send({ id, answer: values.answer })
      dropDraft()
      onDone()
      notify.success('Answer sent to all vendors that you asked.')
    },
    failed: (reason) => `Failed to send the answer: ${reason}`,
    causes: ['question_answered', 'answer_sent'],
  })
  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <CountedTextarea
        label="Answer"
        rows={2}
        max={LIMITS.answer}
        {...form.getInputProps('answer')}
        value={form.values.answer}
      />
      <div className={classes.buttons}>
        {answer !== null && (
          <Button variant="default" onClick={onDone} disabled={form.submitting}>
            Keep as it is
          </Button>
        )}
        <Button type="submit" loading={form.submitting}>
          Send Answer
        </Button>
      </div>
    </form>
  )
}
