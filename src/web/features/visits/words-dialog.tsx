import '../../ui/part-styles.ts'
import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { LIMITS } from '../../../domain/limits.ts'
import { answerForm, disputeForm } from '../../../domain/visits/dispute.ts'
import { VISIT_MESSAGES } from '../../../domain/visits/messages.ts'
import { ANSWER_DAYS, claimForm, refuseForm } from '../../../domain/visits/missed.ts'
import { visitTime } from '../../../domain/visits/visit-time.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import type { ProvenVisit } from './visit.ts'
import classes from './visit-dialog.module.css'

const CAPTAIN = 'The HOA representative'

/** What each side says of a visit, in words. `said` and `hint` get the company's name. */
const FORMS = {
  claim: {
    title: 'We came',
    label: 'What happened',
    placeholder: 'When were you there, and why did nobody check in?',
    hint: () =>
      `${CAPTAIN} gets an email. The visit counts once they confirm it, or after ${ANSWER_DAYS} days without an answer. You can add photos next.`,
    schema: claimForm,
    said: () => VISIT_MESSAGES.claimMade,
    failed: VISIT_MESSAGES.claimFailed,
    cause: 'claim_made',
    color: undefined,
    maxLength: LIMITS.visit_note,
  },
  refuse: {
    title: 'They didn’t come',
    label: 'Reason',
    placeholder: 'How do you know that nobody came?',
    hint: (vendor: string) =>
      `${vendor} will see your reason and get an email. The visit stays missed, and is not charged.`,
    schema: refuseForm,
    said: VISIT_MESSAGES.claimRefused,
    failed: VISIT_MESSAGES.answerFailed,
    cause: 'claim_refused',
    color: 'red',
    maxLength: LIMITS.reason,
  },
  dispute: {
    title: 'Not as agreed',
    label: 'What was not as agreed',
    placeholder: 'What was left out, or done differently?',
    hint: (vendor: string) =>
      `${vendor} gets an email. The visit is not to be paid until this is settled. You can add photos next.`,
    schema: disputeForm,
    said: VISIT_MESSAGES.disputed,
    failed: VISIT_MESSAGES.disputeFailed,
    cause: 'visit_disputed',
    color: 'red',
    maxLength: LIMITS.visit_note,
  },
  answer: {
    title: 'Answer',
    label: 'What you did',
    placeholder: 'Did you come again, or was it as agreed?',
    hint: () => `${CAPTAIN} gets an email, and settles it if they are content. You can add photos next.`,
    schema: answerForm,
    said: () => VISIT_MESSAGES.answered,
    failed: VISIT_MESSAGES.answerFailed,
    cause: 'dispute_answered',
    color: undefined,
    maxLength: LIMITS.visit_note,
  },
} as const

/** What a side can say of a visit. */
export type Saying = keyof typeof FORMS

type Props = { visit: ProvenVisit; saying: Saying; opened: boolean; onClose: () => void }

/** A vendor claims a missed visit or answers a dispute; a building refuses a claim or disputes a visit. Product 1.5 */
export function WordsDialog({ visit, saying, opened, onClose }: Props) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="md"
      title={FORMS[saying].title}
      lead={`${visit.name} · ${visitTime(visit, cityToday())}`}
    >
      <WordsForm key={saying} visit={visit} saying={saying} onClose={onClose} />
    </FormDialog>
  )
}

function WordsForm({ visit: { id, company_name }, saying, onClose }: Omit<Props, 'opened'>) {
  const { title, label, placeholder, hint, schema, said, failed, cause, color, maxLength } = FORMS[saying]
  const sending = useSending(id)
  const form = useForm({
    initialValues: { words: '' },
    validate: schemaResolver(schema, { sync: true }),
  })
  const dropDraft = useDraft(`${saying} ${id}`, form, { stays: true })
  const busy = form.submitting
  const onSubmit = sendForm(form, {
    send: async ({ words }) => {
      await sending[saying](words)
      dropDraft()
      notify.success(said(company_name))
      onClose()
    },
    failed,
    causes: [cause],
  })
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate aria-busy={busy}>
      <CountedTextarea
        label={label}
        placeholder={placeholder}
        required
        rows={4}
        max={maxLength}
        data-autofocus
        {...form.getInputProps('words')}
        value={form.values.words}
      />
      <p className={classes.hint}>{hint(company_name)}</p>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Not now
        </Button>
        <Button type="submit" color={color} loading={busy}>
          {title}
        </Button>
      </DialogFoot>
    </form>
  )
}

function useSending(id: string): Record<Saying, (words: string) => Promise<unknown>> {
  const claiming = useMutation(trpc.visits.claim.mutationOptions())
  const refusing = useMutation(trpc.visits.refuseClaim.mutationOptions())
  const disputing = useMutation(trpc.visits.dispute.mutationOptions())
  const answering = useMutation(trpc.visits.answerDispute.mutationOptions())
  return {
    claim: (words) => claiming.mutateAsync({ id, words }),
    refuse: (reason) => refusing.mutateAsync({ id, reason }),
    dispute: (words) => disputing.mutateAsync({ id, words }),
    answer: (words) => answering.mutateAsync({ id, words }),
  }
}
