import { Anchor, Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { Proof } from '../../domain/factors/factor.ts'
import { LIMITS } from '../../domain/limits.ts'
import { fieldOf, reasonOf } from '../errors.ts'
import { useSession } from '../session/session.ts'
import { DialogFoot } from '../ui/dialog-foot.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ErrorText } from '../ui/message-box.tsx'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { PasswordField } from './password-field.tsx'
import classes from './proof-dialog.module.css'
import { tooLong } from './too-long.ts'

type Props = {
  title: string
  lead: string
  /** The verb on the button. */
  action: string
  danger?: boolean
  /** Whether a code of the authenticator app may take the password's place. */
  hasApp?: boolean
  /** What a name is for, if the dialog asks for one above the proof. */
  nameHint?: string
  onClose: () => void
  /** Does it. The dialog shows what it throws. */
  onProven: (proof: Proof, name: string) => Promise<void>
}

type ProofField = 'name' | 'current_password' | 'code'

/** Asks for the current password, or for a code of the app, before a change. */
export function ProofDialog({ title, lead, action, danger, hasApp, nameHint, onClose, onProven }: Props) {
  const session = useSession()
  const [byCode, setByCode] = useState(false)
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [errors, setErrors] = useState<Partial<Record<ProofField, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const { busy, run } = useSingleFlight()
  const field = byCode ? 'code' : 'current_password'
  const label = byCode ? 'Authenticator Code' : 'Current Password'

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation() // A dialog is inside the page's form for React.
    void run(async () => {
      setFailure(null)
      const missing: typeof errors = {}
      const longName = nameHint && tooLong('The name', name.trim(), LIMITS.name)
      if (nameHint && name.trim() === '') missing.name = 'Name is required'
      // Before the device makes a passkey that the server would refuse.
      else if (longName) missing.name = longName
      if (value.trim() === '') missing[field] = `${label} is required`
      if (Object.keys(missing).length > 0) return refuse(missing)
      setErrors({})
      try {
        await onProven({ [field]: value }, name)
      } catch (error) {
        const own = (['name', field] as const).find((each) => each === fieldOf(error))
        if (own) refuse({ [own]: reasonOf(error) })
        else setFailure(reasonOf(error))
      }
    })
  }

  /** The words stand at the fields, and the first of them gets the focus. */
  function refuse(refused: typeof errors) {
    setErrors(refused)
    const first = form.current?.elements.namedItem(refused.name ? 'name' : field)
    if (first instanceof HTMLInputElement) first.focus()
  }

  function swap() {
    setByCode(!byCode)
    setValue('')
    setFailure(null)
    setErrors({})
  }

  const bound = {
    label,
    name: field,
    value,
    required: true,
    withAsterisk: false,
    error: errors[field],
    onChange: (event: { currentTarget: { value: string } }) => {
      setValue(event.currentTarget.value)
      setErrors({ ...errors, [field]: undefined })
    },
  }

  return (
    <FormDialog opened onClose={onClose} dismissible={!busy} size="md" title={title} lead={lead}>
      <form ref={form} noValidate onSubmit={onSubmit} className={classes.form}>
        <input type="text" autoComplete="username" value={session?.email ?? ''} readOnly hidden />
        {nameHint && (
          <TextInput
            label="Name"
            name="name"
            description={nameHint}
            data-autofocus
            required
            withAsterisk={false}
            value={name}
            error={errors.name}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setErrors({ ...errors, name: undefined })
            }}
          />
        )}
        {byCode ? (
          <TextInput {...bound} inputMode="numeric" autoComplete="one-time-code" maxLength={LIMITS.code} />
        ) : (
          <PasswordField {...bound} autoComplete="current-password" data-autofocus={!nameHint || undefined} />
        )}
        {hasApp && (
          <Anchor component="button" type="button" onClick={swap} className={classes.other}>
            {byCode ? 'Use the password instead' : 'Use an authenticator code instead'}
          </Anchor>
        )}
        <DialogFoot message={<ErrorText>{failure}</ErrorText>}>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} color={danger ? 'red' : undefined}>
            {action}
          </Button>
        </DialogFoot>
      </form>
    </FormDialog>
  )
}
