import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { checkNewPassword } from '../../domain/accounts/settings.ts'
import { trpc } from '../api.ts'
import { reasonOf } from '../errors.ts'
import { refreshSession } from '../session.ts'
import { ErrorText } from '../ui/message-box.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { isRefusedAs } from './failure.ts'
import { Fields } from './fields.tsx'
import classes from './sign-in-form.module.css'

type Props = {
  token: string
  /** Whose password it is. */
  email: string
  onDead: (words: string) => void
  onDone: () => void
}

/** 'New Password' twice, for whoever holds the link. */
export function NewPasswordForm({ token, email, onDead, onDone }: Props) {
  const form = useForm({ initialValues: { new_password: '', confirm_new_password: '' } })
  const [error, setError] = useState<string | null>(null)
  const reset = useMutation(trpc.accounts.resetPassword.mutationOptions())
  const { busy, run } = useBusy()

  const submit = () =>
    run(async () => {
      setError(null)
      form.clearErrors()
      const refusal = checkNewPassword(form.values)
      if (refusal) {
        setError(refusal.words)
        form.setFieldError(refusal.field, true)
        return form.getInputNode(refusal.field)?.focus()
      }
      try {
        await reset.mutateAsync({ token, new_password: form.values.new_password })
      } catch (failure) {
        const words = reasonOf(failure)
        return isRefusedAs(failure, 'link_expired') ? onDead(words) : setError(words)
      }
      onDone()
      // Every session has ended, and one of them may have been this browser's.
      await refreshSession()
    })

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    submit()
  }

  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <p className={classes.account}>
        For <b>{email}</b>. Changing it signs you out everywhere.
      </p>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Fields form={form} names={['new_password', 'confirm_new_password']} layout="stacked" />
      <ErrorText>{error}</ErrorText>
      <Button type="submit" size="lg" fullWidth loading={busy}>
        Change Password
      </Button>
    </form>
  )
}
