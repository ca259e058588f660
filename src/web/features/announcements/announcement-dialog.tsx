import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { ANNOUNCEMENT_AUDIENCES, AUDIENCE_LABELS } from '../../../domain/announcements/audience.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { trpc } from '../../api.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { useIdOf } from '../../forms/use-id-of.ts'
import { useViewer } from '../../session/session.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import formClasses from '../../ui/dialog-form.module.css'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { ANNOUNCEMENT_MESSAGES } from './announcement-messages.ts'
import {
  announcementForm,
  announcementPlan,
  type TypedAnnouncement,
  typedAnnouncement,
} from './announcement-values.ts'
import { ANNOUNCEMENT_PATH, type ShownAnnouncement } from './shown-announcement.ts'

type Props = {
  /** Null for a new one. */
  announcement: ShownAnnouncement | null
  opened: boolean
  onClose: () => void
}

/** An announcement before it is sent. Product 4.5 */
export function AnnouncementDialog({ announcement, opened, onClose }: Props) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={announcement ? 'Edit Draft' : 'New Announcement'}
      lead="A draft is seen by those who write announcements alone. Files are added to the draft, then it is sent."
    >
      {/* Changed by somebody else meanwhile, it begins again. */}
      <AnnouncementForm key={announcement?.version ?? 0} announcement={announcement} onClose={onClose} />
    </FormDialog>
  )
}

function AnnouncementForm({ announcement, onClose }: Omit<Props, 'opened'>) {
  const navigate = useNavigate()
  const viewer = useViewer()
  const { mutateAsync: draft } = useMutation(trpc.announcements.draft.mutationOptions())
  const { mutateAsync: update } = useMutation(trpc.announcements.update.mutationOptions())
  const { idOf, forget } = useIdOf('new announcement')
  const form = useForm<TypedAnnouncement>({
    initialValues: typedAnnouncement(announcement),
    validate: schemaResolver(announcementForm, { sync: true }),
  })
  const dropDraft = useDraft(announcement ? `announcement ${announcement.id}` : 'new announcement', form, {
    stays: true,
  })
  const onSubmit = sendForm(form, {
    send: async (typed) => {
      const plan = announcementPlan(typed)
      if (announcement) await update({ id: announcement.id, version: announcement.version, ...plan })
      else {
        // The same for a second try after a lost response.
        const id = idOf(JSON.stringify(plan))
        await draft({ id, building_id: viewer?.kind === 'resident' ? viewer.building_id : '', ...plan })
        forget()
        void navigate({ to: ANNOUNCEMENT_PATH, search: { id } })
      }
      dropDraft()
      onClose()
      notify.success(ANNOUNCEMENT_MESSAGES.saved)
    },
    failed: ANNOUNCEMENT_MESSAGES.saveFailed,
    causes: ['announcement_drafted', 'announcement_changed'],
  })
  const formId = useId()
  return (
    <>
      <form
        id={formId}
        noValidate
        onSubmit={onSubmit}
        className={formClasses.form}
        aria-label={announcement ? 'Draft of the announcement' : 'New announcement'}
      >
        <AnnouncementFields form={form} />
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

function AnnouncementFields({ form }: { form: UseFormReturnType<TypedAnnouncement> }) {
  const { audience, at_once, is_important, allows_replies } = form.values
  return (
    <>
      <TextInput label="Title" data-autofocus {...form.getInputProps('title')} />
      <CountedTextarea
        label="Text"
        max={LIMITS.announcement}
        rows={6}
        {...form.getInputProps('words')}
        value={form.values.words}
      />
      <div className={formClasses.pair}>
        <NativeSelect
          label="For"
          data={ANNOUNCEMENT_AUDIENCES.map((value) => ({ value, label: AUDIENCE_LABELS[value] }))}
          {...form.getInputProps('audience')}
        />
        {audience === 'unit' && <TextInput label="Unit" autoComplete="off" {...form.getInputProps('unit')} />}
      </div>
      <Checkbox
        label="Important"
        description="It is pinned to the top, and each of them gets an email."
        checked={is_important}
        onChange={({ currentTarget }) => form.setFieldValue('is_important', currentTarget.checked)}
      />
      <Checkbox
        label="Allow replies"
        description="Replies are read by all who can read the announcement."
        checked={allows_replies}
        onChange={({ currentTarget }) => form.setFieldValue('allows_replies', currentTarget.checked)}
      />
      <Checkbox
        label="Send at once"
        checked={at_once}
        onChange={({ currentTarget }) => form.setFieldValue('at_once', currentTarget.checked)}
      />
      <div className={formClasses.pair}>
        {!at_once && (
          <>
            <TextInput type="date" label="Send on" {...form.getInputProps('send_on')} />
            <TextInput type="time" label="Send at" {...form.getInputProps('send_time')} />
          </>
        )}
        <TextInput
          type="date"
          label="Expires after"
          description="Its last day. Without one it does not expire."
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          {...form.getInputProps('expires_on')}
        />
      </div>
    </>
  )
}
