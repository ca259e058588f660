import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import { RewordVote } from '../../../domain/votes/vote-input.ts'
import { trpc } from '../../api.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import formClasses from '../../ui/dialog-form.module.css'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import type { ShownVote } from './shown-vote.ts'
import { VOTE_MESSAGES } from './vote-messages.ts'

type Props = { vote: ShownVote; opened: boolean; onClose: () => void }

/** Other words for a vote that nobody has voted in. Product 4.4 */
export function RewordDialog({ vote, opened, onClose }: Props) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Change the Words"
      lead="Until somebody has voted. The options stay."
    >
      <RewordForm key={vote.version} vote={vote} onClose={onClose} />
    </FormDialog>
  )
}

const rewordForm = RewordVote.pick({ question: true, details: true })

function RewordForm({ vote, onClose }: Omit<Props, 'opened'>) {
  const { mutateAsync: reword } = useMutation(trpc.votes.reword.mutationOptions())
  const form = useForm({
    initialValues: { question: vote.question, details: vote.details ?? '' },
    validate: schemaResolver(rewordForm, { sync: true }),
  })
  const dropDraft = useDraft(`reword vote ${vote.id}`, form)
  const onSubmit = sendForm(form, {
    send: async (words) => {
      await reword({ id: vote.id, version: vote.version, ...words })
      dropDraft()
      onClose()
      notify.success(VOTE_MESSAGES.reworded)
    },
    failed: VOTE_MESSAGES.failed,
    causes: ['vote_reworded'],
  })
  const formId = useId()
  return (
    <>
      <form
        id={formId}
        noValidate
        onSubmit={onSubmit}
        className={formClasses.form}
        aria-label="Words of the vote"
      >
        <TextInput label="Question" data-autofocus {...form.getInputProps('question')} />
        <CountedTextarea
          label="Details"
          max={LIMITS.vote_details}
          rows={6}
          {...form.getInputProps('details')}
          value={form.values.details}
        />
      </form>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={form.submitting}>
          Close
        </Button>
        <Button type="submit" form={formId} loading={form.submitting}>
          Save
        </Button>
      </DialogFoot>
    </>
  )
}
