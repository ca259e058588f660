import { Anchor, Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Proof } from '../../../domain/factors/factor.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { fieldOf, reasonOf } from '../../errors.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { useSession } from '../../session/session.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ErrorText } from '../../ui/message-box.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import classes from './security.module.css'

type Props = {
  title: string
  lead: string
  /** The verb on the button. */
  action: string
  danger?: boolean
  /** Whether a code of the authenticator app may take the password's place. */
  hasApp: boolean
  /** Fields above the proof. */
  children?: ReactNode
  onClose: () => void
  /** Does it. The dialog shows what it throws. */
  onProven: (proof: Proof) => Promise<void>
}

/** Asks for the current password, or for a code of the app, before a change. */
export function ProofDialog({ title, lead, action, danger, hasApp, children, onClose, onProven }: Props) {
  const session = useSession()
  const [byCode, setByCode] = useState(false)
  const [value, setValue] = useState('')
  const [failure, setFailure] = useState<{ message: string; field?: string | undefined } | null>(null)
  const { busy, run } = useSingleFlight()
  const field = byCode ? 'code' : 'current_password'
  const label = byCode ? 'Authenticator Code' : 'Current Password'

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation() // A dialog is inside the page's form for React.
    void run(async () => {
      if (value.trim() === '') return setFailure({ message: `${label} is required`, field })
      setFailure(null)
      try {
        await onProven({ [field]: value })
      } catch (error) {
        setFailure({ message: reasonOf(error), field: fieldOf(error) })
      }
    })
  }

  function swap() {
    setByCode(!byCode)
    setValue('')
    setFailure(null)
  }

  const isOwn = failure?.field === field
  const bound = {
    label,
    name: field,
    value,
    required: true,
    withAsterisk: false,
    error: isOwn && failure?.message,
    onChange: (event: { currentTarget: { value: string } }) => setValue(event.currentTarget.value),
  }

  return (
    <FormDialog opened onClose={onClose} dismissible={!busy} size="md" title={title} lead={lead}>
      <form noValidate onSubmit={onSubmit} className={classes.form}>
        <input type="text" autoComplete="username" value={session?.email ?? ''} readOnly hidden />
        {children}
        {byCode ? (
          <TextInput {...bound} inputMode="numeric" autoComplete="one-time-code" maxLength={LIMITS.code} />
        ) : (
          <PasswordField {...bound} autoComplete="current-password" data-autofocus={!children || undefined} />
        )}
        {hasApp && (
          <Anchor component="button" type="button" onClick={swap} className={classes.other}>
            {byCode ? 'Use the password instead' : 'Use an authenticator code instead'}
          </Anchor>
        )}
        <ErrorText>{failure && !isOwn && failure.message}</ErrorText>
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} color={danger ? 'red' : undefined}>
            {action}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
