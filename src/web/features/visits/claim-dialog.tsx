import '../../ui/part-styles.ts'
import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { LIMITS } from '../../../domain/limits.ts'
import { VISIT_MESSAGES, visitTime } from '../../../domain/visits/messages.ts'
import { ANSWER_DAYS, claimForm, refuseForm } from '../../../domain/visits/missed.ts'
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

type Props = { visit: ProvenVisit; action: 'claim' | 'refuse'; opened: boolean; onClose: () => void }

/** A vendor says of a missed visit that they came, or the building that they did not. Product 1.5 */
export function ClaimDialog({ visit, action, opened, onClose }: Props) {
  const Form = action === 'claim' ? ClaimForm : RefuseForm
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="md"
      title={action === 'claim' ? 'We came' : 'They didn’t come'}
      lead={`${visit.name} · ${visitTime(visit, cityToday())}`}
    >
      <Form visit={visit} onClose={onClose} />
    </FormDialog>
  )
}

type AnswerProps = Pick<Props, 'visit' | 'onClose'>

function ClaimForm({ visit: { id }, onClose }: AnswerProps) {
  const claiming = useMutation(trpc.visits.claim.mutationOptions())
  const form = useForm({
    initialValues: { words: '' },
    validate: schemaResolver(claimForm, { sync: true }),
  })
  useDraft(`claim ${id}`, form)
  const busy = form.submitting
  const onSubmit = sendForm(form, {
    send: async ({ words }) => {
      await claiming.mutateAsync({ id, words })
      notify.success(VISIT_MESSAGES.claimMade)
      onClose()
    },
    failed: VISIT_MESSAGES.claimFailed,
    causes: ['claim_made'],
  })
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate aria-busy={busy}>
      <CountedTextarea
        label="What happened"
        placeholder="When were you there, and why did nobody check in?"
        required
        rows={4}
        maxLength={LIMITS.visit_note}
        data-autofocus
        {...form.getInputProps('words')}
        value={form.values.words}
      />
      <p className={classes.hint}>
        The HOA representative gets an email. The visit counts once they confirm it, or after {ANSWER_DAYS}{' '}
        days without an answer. You can add photos next.
      </p>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Not now
        </Button>
        <Button type="submit" loading={busy}>
          We came
        </Button>
      </DialogFoot>
    </form>
  )
}

function RefuseForm({ visit: { id, company_name }, onClose }: AnswerProps) {
  const refusing = useMutation(trpc.visits.refuseClaim.mutationOptions())
  const form = useForm({
    initialValues: { reason: '' },
    validate: schemaResolver(refuseForm, { sync: true }),
  })
  useDraft(`refuse claim ${id}`, form)
  const busy = form.submitting
  const onSubmit = sendForm(form, {
    send: async ({ reason }) => {
      await refusing.mutateAsync({ id, reason })
      notify.success(VISIT_MESSAGES.claimRefused(company_name))
      onClose()
    },
    failed: VISIT_MESSAGES.answerFailed,
    causes: ['claim_refused'],
  })
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate aria-busy={busy}>
      <CountedTextarea
        label="Reason"
        placeholder="How do you know that nobody came?"
        required
        rows={3}
        maxLength={LIMITS.reason}
        data-autofocus
        {...form.getInputProps('reason')}
        value={form.values.reason}
      />
      <p className={classes.hint}>
        {company_name} will see your reason and get an email. The visit stays missed, and is not charged.
      </p>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Not now
        </Button>
        <Button type="submit" color="red" loading={busy}>
          They didn’t come
        </Button>
      </DialogFoot>
    </form>
  )
}
