import { Button, FileButton, NativeSelect, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import {
  COMPLIANCE_FIELDS,
  type ComplianceFacts,
  complianceForm,
  renewedValues,
} from '../../../domain/compliance/document.ts'
import { COMPLIANCE_KINDS, COMPLIANCE_LABELS, type ComplianceKind } from '../../../domain/compliance/kind.ts'
import { COMPLIANCE_MESSAGES } from '../../../domain/compliance/messages.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { cityToday } from '../../city.ts'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { sendFile } from '../../send-file.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import formClasses from '../../ui/dialog-form.module.css'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import classes from './compliance.module.css'

type Props = { renewed: ComplianceFacts | null; opened: boolean; onClose: () => void }

/** An owner adds a document, or the one that follows it. Product 2.6 */
export function AddDocumentDialog({ renewed, opened, onClose }: Props) {
  const [busy, setBusy] = useState(false)
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!busy}
      size="md"
      title={renewed ? `Renew ${COMPLIANCE_LABELS[renewed.kind]}` : 'Add a Document'}
      lead="We compare what you type with the file. It counts once it is verified."
    >
      <DocumentForm renewed={renewed} onBusy={setBusy} onClose={onClose} />
    </FormDialog>
  )
}

type DocumentFormProps = Pick<Props, 'renewed' | 'onClose'> & { onBusy: (busy: boolean) => void }

function DocumentForm({ renewed, onBusy, onClose }: DocumentFormProps) {
  const today = cityToday()
  const form = useForm({
    initialValues: renewedValues(renewed, today),
    validate: schemaResolver(complianceForm(today), { sync: true }),
  })
  useDraft(renewed ? `renewed ${renewed.kind}` : 'compliance document', form)
  // Sent again after a lost response, the document is there once; what was corrected meanwhile is another one.
  const sent = useRef({ what: '', id: '' })
  // A draft can't keep it.
  const [file, setFile] = useState<File | null>(null)
  const [noFile, setNoFile] = useState(false)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const fields = COMPLIANCE_FIELDS[form.values.kind as ComplianceKind]
  const busy = form.submitting

  const send = sendForm(form, {
    send: async (values) => {
      if (!file) {
        setNoFile(true)
        return chooseButton.current?.focus()
      }
      onBusy(true)
      try {
        const what = JSON.stringify([values, file.name, file.size, file.lastModified])
        if (sent.current.what !== what) sent.current = { what, id: crypto.randomUUID() }
        const address = new URLSearchParams({ id: sent.current.id, ...values, name: file.name })
        await sendFile(`/api/compliance-files?${address}`, file, { failed: 'Please try again' })
      } finally {
        onBusy(false)
      }
      onClose()
      notify.success(COMPLIANCE_MESSAGES.added)
    },
    failed: COMPLIANCE_MESSAGES.addFailed,
    causes: ['compliance_added'],
  })

  function chooseKind(kind: string): void {
    const shown = COMPLIANCE_FIELDS[kind as ComplianceKind]
    // What this kind doesn't say is not sent.
    form.setValues({
      kind,
      ...(shown.number === null && { number: '' }),
      ...(shown.amount === null && { amount: '' }),
      ...(shown.expires_on === null && { expires_on: '' }),
    })
  }

  return (
    <form noValidate onSubmit={send} className={formClasses.form}>
      <NativeSelect
        label="Kind"
        data={COMPLIANCE_KINDS.map((kind) => ({ value: kind, label: COMPLIANCE_LABELS[kind] }))}
        data-autofocus
        {...form.getInputProps('kind')}
        onChange={({ currentTarget }) => chooseKind(currentTarget.value)}
      />
      {fields.number && (
        <TextInput
          label={fields.number}
          required
          withAsterisk={false}
          autoComplete="off"
          maxLength={LIMITS.compliance_number + 1}
          {...form.getInputProps('number')}
        />
      )}
      {fields.amount && (
        <TextInput
          label={fields.amount}
          description="In dollars, for each occurrence"
          required
          withAsterisk={false}
          inputMode="decimal"
          autoComplete="off"
          leftSection="$"
          {...form.getInputProps('amount')}
        />
      )}
      <div className={formClasses.pair}>
        <TextInput
          type="date"
          label={fields.valid_from}
          required
          withAsterisk={false}
          {...form.getInputProps('valid_from')}
        />
        {fields.expires_on && (
          <TextInput
            type="date"
            label={fields.expires_on}
            required
            withAsterisk={false}
            min={today}
            {...form.getInputProps('expires_on')}
          />
        )}
      </div>
      <div className={classes.file}>
        <FileButton
          accept=".pdf,.jpg,.jpeg,.png"
          onChange={(chosen) => {
            setFile(chosen)
            setNoFile(false)
          }}
          inputProps={{ 'aria-label': 'File' }}
        >
          {(props) => (
            <Button {...props} ref={chooseButton} variant="default" disabled={busy}>
              {file ? 'Choose Another File' : 'Choose File'}
            </Button>
          )}
        </FileButton>
        {noFile ? (
          <span className={classes.error} role="alert">
            {COMPLIANCE_MESSAGES.noFile}
          </span>
        ) : (
          <span>{file ? file.name : 'PDF, JPG or PNG, up to 10 MB'}</span>
        )}
      </div>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Send for Verification
        </Button>
      </DialogFoot>
    </form>
  )
}
