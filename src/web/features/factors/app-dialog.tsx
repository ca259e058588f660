import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { QrCode } from './qr-code.tsx'
import classes from './security.module.css'

type Props = { uri: string; onClose: () => void; onDone: (codes: string[] | null) => void }

/** The key as a QR code and as text, and the first code of the app. */
export function AppDialog({ uri, onClose, onDone }: Props) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const enable = useMutation(trpc.factors.enableApp.mutationOptions())
  const field = useRef<HTMLInputElement>(null)
  const { busy, run } = useSingleFlight()
  const key = new URL(uri).searchParams.get('secret') ?? ''

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    void run(async () => {
      setError(null)
      try {
        onDone((await enable.mutateAsync({ code })).recovery_codes)
      } catch (failure) {
        setError(reasonOf(failure))
        field.current?.focus()
      }
    })
  }

  return (
    <FormDialog
      opened
      onClose={onClose}
      dismissible={!busy}
      size="md"
      title="Scan this code"
      lead="Open your authenticator app, scan the picture or type the key, and enter the code that the app shows."
    >
      <form noValidate onSubmit={onSubmit} className={classes.form}>
        <QrCode text={uri} label="QR code for the authenticator app" />
        <TextInput label="Key" readOnly value={key.replace(/(.{4})(?=.)/g, '$1 ')} className={classes.key} />
        <TextInput
          ref={field}
          label="Authenticator Code"
          data-autofocus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={LIMITS.code}
          value={code}
          error={error}
          onChange={(event) => {
            setCode(event.currentTarget.value)
            setError(null)
          }}
        />
        <DialogFoot>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Turn On
          </Button>
        </DialogFoot>
      </form>
    </FormDialog>
  )
}
