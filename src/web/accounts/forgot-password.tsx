import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { LINK_MESSAGES } from '../../domain/accounts/messages.ts'
import { PasswordResetRequest } from '../../domain/accounts/settings.ts'
import { trpc } from '../api.ts'
import { reasonOf } from '../errors.ts'
import { fieldErrors } from '../ui/field-errors.ts'
import { ErrorText, SuccessText } from '../ui/message-box.tsx'
import { useBusy } from '../ui/use-busy.ts'
import classes from './sign-in-form.module.css'

type Props = { email: string; onBack: () => void }

const focus = (field: HTMLInputElement | null) => field?.focus()

/** Asks for a link to choose a new password. The answer is the same whether there is such an account. */
export function ForgotPassword({ email, onBack }: Props) {
  const form = useForm({ initialValues: { email } })
  const [error, setError] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const ask = useMutation(trpc.accounts.requestPasswordReset.mutationOptions())
  const { busy, run } = useBusy()

  const submit = () =>
    run(async () => {
      setError(null)
      setAsked(false)
      const errors = fieldErrors(PasswordResetRequest, form.values)
      form.setErrors(errors)
      if (errors.email) return form.getInputNode('email')?.focus()
      try {
        await ask.mutateAsync(form.values)
      } catch (failure) {
        return setError(reasonOf(failure))
      }
      setAsked(true)
    })

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    submit()
  }

  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <ErrorText>{error}</ErrorText>
      <SuccessText>{asked && LINK_MESSAGES.resetRequested}</SuccessText>
      <TextInput
        {...form.getInputProps('email')}
        ref={focus}
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        spellCheck={false}
        required
      />
      <Button type="submit" size="lg" fullWidth loading={busy} variant={asked ? 'default' : 'filled'}>
        {asked ? 'Send it again' : 'Send the link'}
      </Button>
      <Button variant="subtle" onClick={onBack} fullWidth>
        Back to Sign In
      </Button>
    </form>
  )
}
