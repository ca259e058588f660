import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { AddFollowUp } from '../../../domain/announcements/announcement-input.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { trpc } from '../../api.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { useIdOf } from '../../forms/use-id-of.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import formClasses from '../../ui/dialog-form.module.css'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { ANNOUNCEMENT_MESSAGES } from './announcement-messages.ts'
import type { ShownAnnouncement } from './shown-announcement.ts'

type Props = { announcement: ShownAnnouncement; opened: boolean; onClose: () => void }

/** Corrects or adds to a sent announcement. Product 4.5 */
export function FollowUpDialog({ announcement, opened, onClose }: Props) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Add Follow-up"
      lead={`It is shown with “${announcement.title}”, and mailed as that was.`}
    >
      <FollowUpForm announcement={announcement} onClose={onClose} />
    </FormDialog>
  )
}

const followUpForm = AddFollowUp.pick({ words: true })

function FollowUpForm({ announcement: { id: announcement_id }, onClose }: Omit<Props, 'opened'>) {
  const { mutateAsync: followUp } = useMutation(trpc.announcements.followUp.mutationOptions())
  const { idOf, forget } = useIdOf(`follow-up of ${announcement_id}`)
  const form = useForm({
    initialValues: { words: '' },
    validate: schemaResolver(followUpForm, { sync: true }),
  })
  const dropDraft = useDraft(`follow-up of ${announcement_id}`, form, { stays: true })
  const onSubmit = sendForm(form, {
    send: async ({ words }) => {
      await followUp({ announcement_id, id: idOf(words), words })
      forget()
      form.reset()
      dropDraft()
      onClose()
      notify.success(ANNOUNCEMENT_MESSAGES.followedUp)
    },
    failed: ANNOUNCEMENT_MESSAGES.failed,
    causes: ['announcement_followed_up'],
  })
  const formId = useId()
  return (
    <>
      <form id={formId} noValidate onSubmit={onSubmit} className={formClasses.form} aria-label="Follow-up">
        <CountedTextarea
          label="Follow-up"
          data-autofocus
          rows={5}
          max={LIMITS.announcement_follow_up}
          {...form.getInputProps('words')}
          value={form.values.words}
        />
      </form>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={form.submitting}>
          Close
        </Button>
        <Button type="submit" form={formId} loading={form.submitting}>
          Send Follow-up
        </Button>
      </DialogFoot>
    </>
  )
}
