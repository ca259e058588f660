import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { SETTINGS_MESSAGES } from '../../domain/accounts/messages.ts'
import { checkPasswordChange } from '../../domain/accounts/settings.ts'
import { trpc } from '../api.ts'
import { fieldOf, reasonOf } from '../errors.ts'
import { useSession } from '../session.ts'
import { type Failure, FailureText } from '../ui/failure-text.tsx'
import { SuccessText } from '../ui/message-box.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { usePassingNotice } from '../ui/use-passing-notice.ts'
import { Fields } from './fields.tsx'
import classes from './settings-form.module.css'

const empty = { current_password: '', new_password: '', confirm_new_password: '' }
type Name = keyof typeof empty
const names = Object.keys(empty) as Name[]

type Props = {
  /** What the screen says when the server refuses. */
  failed: (error: unknown) => string
  /** Room for all fields in one row, on a wide screen. */
  wide?: boolean
}

/** 'Change Password' (section 5, settings password): the match check first, then the length, then the server's own. */
export function PasswordForm({ failed, wide }: Props) {
  const session = useSession()
  const form = useForm({ initialValues: empty })
  const [failure, setFailure] = useState<Failure>(null)
  const notice = usePassingNotice()
  const change = useMutation(trpc.accounts.changePassword.mutationOptions())
  const { busy, run } = useBusy()

  /** The reason stands beside its field, unless the words above the button are the reason. */
  function refuse(words: string, field: string | undefined, reason = words) {
    const named = names.find((name) => name === field)
    setFailure({ words, reason: named ? undefined : reason })
    if (!named) return
    form.setErrors({ [named]: reason === words ? true : reason })
    form.getInputNode(named)?.focus()
  }

  const submit = () =>
    run(async () => {
      setFailure(null)
      notice.clear()
      form.clearErrors()
      const { current_password, new_password } = form.values
      const refusal = checkPasswordChange(form.values)
      if (refusal) return refuse(refusal.words, refusal.field)
      try {
        await change.mutateAsync({ current_password, new_password })
      } catch (error) {
        return refuse(failed(error), fieldOf(error), reasonOf(error))
      }
      form.reset()
      notice.show(SETTINGS_MESSAGES.passwordUpdated)
    })

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    submit()
  }

  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      {/* Tells password managers whose password this is. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={session?.email ?? ''}
        readOnly
        hidden
      />
      <Fields form={form} names={names} focusFirst={false} layout={wide ? 'thirds' : undefined} />
      <FailureText failure={failure} />
      <SuccessText>{notice.words}</SuccessText>
      <div className={classes.actions}>
        <Button type="submit" loading={busy}>
          Update Password
        </Button>
      </div>
    </form>
  )
}
