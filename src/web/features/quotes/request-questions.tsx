import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import { questionForm } from '../../../domain/quotes/question.ts'
import type { RequestRound } from '../../../domain/services/round.ts'
import { trpc } from '../../api.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { notify } from '../../ui/notify.tsx'
import { QuestionList, ShownAnswer, useQuestions } from './question-list.tsx'
import classes from './request-questions.module.css'

/** All questions about a vendor's request, without names, and a form for a new one. Product 2.3 */
export function VendorQuestions({
  quoteId,
  open,
  ...round
}: RequestRound & { quoteId: string; open: boolean }) {
  const { data: questions = [] } = useQuestions(round)
  const [asking, setAsking] = useState(false)
  if (questions.length === 0 && !open) return null
  return (
    <section className={classes.questions} aria-label="Questions">
      <QuestionList questions={questions} answerOf={(question) => <ShownAnswer question={question} />} />
      {open &&
        (asking ? (
          <AskForm quoteId={quoteId} onDone={() => setAsking(false)} />
        ) : (
          <Button variant="subtle" className={classes.ask} onClick={() => setAsking(true)}>
            Ask a question
          </Button>
        ))}
    </section>
  )
}

function AskForm({ quoteId, onDone }: { quoteId: string; onDone: () => void }) {
  const { mutateAsync: ask } = useMutation(trpc.quotes.askQuestion.mutationOptions())
  const form = useForm({
    initialValues: { question: '' },
    validate: schemaResolver(questionForm, { sync: true }),
  })
  const dropDraft = useDraft(`question ${quoteId}`, form, { stays: true })
  const onSubmit = sendForm(form, {
    send: async ({ question }) => {
      await ask({ id: quoteId, question })
      dropDraft()
      onDone()
      notify.success('Question sent. All asked vendors see it, none sees who asked.')
    },
    failed: (reason) => `Failed to send the question: ${reason}`,
    causes: ['question_asked'],
  })
  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <CountedTextarea
        label="Question"
        placeholder="What do you need to know before you quote?"
        rows={2}
        max={LIMITS.question}
        data-autofocus
        {...form.getInputProps('question')}
        value={form.values.question}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone} disabled={form.submitting}>
          Don’t ask
        </Button>
        <Button type="submit" loading={form.submitting}>
          Send Question
        </Button>
      </div>
    </form>
  )
}
