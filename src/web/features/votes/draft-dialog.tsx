import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { trpc } from '../../api.ts'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { useIdOf } from '../../forms/use-id-of.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { DraftFields } from './draft-fields.tsx'
import { draftPlan, type TypedVote, typedVote, voteForm } from './draft-values.ts'
import { type ShownVote, votePath } from './shown-vote.ts'
import { VOTE_MESSAGES } from './vote-messages.ts'

type Props = {
  /** Null for a new one. */
  vote: ShownVote | null
  isAdmin: boolean
  opened: boolean
  onClose: () => void
}

/** A vote before it is scheduled. Product 4.4 */
export function DraftDialog({ vote, isAdmin, opened, onClose }: Props) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={vote ? 'Edit Draft' : 'New Vote'}
      lead="A draft is seen by those who run votes alone. Files are added to the draft."
    >
      {/* Changed by somebody else meanwhile, it begins again. */}
      <DraftForm key={vote?.version ?? 0} vote={vote} isAdmin={isAdmin} onClose={onClose} />
    </FormDialog>
  )
}

function DraftForm({ vote, isAdmin, onClose }: Omit<Props, 'opened'>) {
  const navigate = useNavigate()
  const { mutateAsync: draft } = useMutation(trpc.votes.draft.mutationOptions())
  const { mutateAsync: update } = useMutation(trpc.votes.update.mutationOptions())
  const asksBuilding = isAdmin && vote === null
  const { idOf, forget } = useIdOf('new vote')
  const form = useForm<TypedVote>({
    initialValues: typedVote(vote),
    validate: schemaResolver(voteForm(asksBuilding), { sync: true }),
  })
  const dropDraft = useDraft(vote ? `vote ${vote.id}` : 'new vote', form, { stays: true })
  const onSubmit = sendForm(form, {
    send: async (typed) => {
      const plan = draftPlan(typed)
      if (vote) await update({ id: vote.id, version: vote.version, ...plan })
      else {
        // The same for a second try after a lost response.
        const id = idOf(JSON.stringify(plan))
        await draft({ id, ...(asksBuilding ? { building_id: typed.building_id } : {}), ...plan })
        forget()
        void navigate({ to: votePath(isAdmin), search: { id } })
      }
      dropDraft()
      onClose()
      notify.success(VOTE_MESSAGES.saved)
    },
    failed: VOTE_MESSAGES.saveFailed,
    causes: ['vote_drafted', 'vote_changed'],
  })
  const formId = useId()
  return (
    <>
      <form id={formId} noValidate onSubmit={onSubmit} aria-label={vote ? 'Draft of the vote' : 'New vote'}>
        <DraftFields form={form} asksBuilding={asksBuilding} />
      </form>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={form.submitting}>
          Close
        </Button>
        <Button type="submit" form={formId} loading={form.submitting}>
          Save Draft
        </Button>
      </DialogFoot>
    </>
  )
}
