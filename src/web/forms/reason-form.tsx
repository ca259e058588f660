import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { z } from 'zod'
import type { EventKind } from '../../domain/events.ts'
import { formSchema } from '../../domain/form.ts'
import { LIMITS } from '../../domain/limits.ts'
import { longText } from '../../domain/text.ts'
import { DialogFoot, DialogNote } from '../ui/dialog-foot.tsx'
import formClasses from '../ui/dialog-form.module.css'
import { notify } from '../ui/notify.tsx'
import { CountedTextarea } from './counted-textarea.tsx'
import { sendForm } from './send-form.ts'
import { useDraft } from './use-draft.ts'

const schema = formSchema(z.object({ reason: longText('Reason', LIMITS.reason) }))

type Props = {
  /** Its name as a draft. */
  draft: string
  placeholder: string
  /** What it does, beside the buttons. */
  note: ReactNode
  keep: string
  act: string
  send: (reason: string) => Promise<unknown>
  done: string
  failed: (reason: string) => string
  causes: readonly EventKind[]
  onKeep: () => void
  onDone: () => void
}

/** A step of a dialog that ends something, with a reason for the others. */
export function ReasonForm({
  draft,
  placeholder,
  note,
  keep,
  act,
  send,
  done,
  failed,
  causes,
  onKeep,
  onDone,
}: Props) {
  const form = useForm({ initialValues: { reason: '' }, validate: schemaResolver(schema, { sync: true }) })
  const dropDraft = useDraft(draft, form, { stays: true })
  const busy = form.submitting
  const onSubmit = sendForm(form, {
    send: async ({ reason }) => {
      await send(reason)
      dropDraft()
      onDone()
      notify.success(done)
    },
    failed,
    causes,
  })
  return (
    <form noValidate onSubmit={onSubmit} className={formClasses.form}>
      <CountedTextarea
        label="Reason"
        placeholder={placeholder}
        required
        withAsterisk={false}
        data-autofocus
        rows={3}
        max={LIMITS.reason}
        {...form.getInputProps('reason')}
        value={form.values.reason}
      />
      <DialogFoot>
        <DialogNote>{note}</DialogNote>
        <Button variant="default" onClick={onKeep} disabled={busy}>
          {keep}
        </Button>
        <Button type="submit" color="red" loading={busy}>
          {act}
        </Button>
      </DialogFoot>
    </form>
  )
}
