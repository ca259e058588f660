import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { LINK_MESSAGES } from '../../../domain/accounts/link-messages.ts'
import { RequestPasswordReset } from '../../../domain/accounts/password.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { focusFirst } from '../../forms/form-errors.ts'
import { ErrorText, SuccessText } from '../../ui/message-box.tsx'
import classes from './sign-in-form.module.css'

type Props = { email: string; onBack: () => void }

const focus = (field: HTMLInputElement | null) => field?.focus()

/** Requests a link to choose a new password. The answer does not tell whether the account exists. */
export function ForgotPassword({ email, onBack }: Props) {
  const form = useForm({
    initialValues: { email },
    validate: schemaResolver(RequestPasswordReset, { sync: true }),
    onValuesChange: () => clearMessages(),
  })
  const [error, setError] = useState<string | null>(null)
  const [sent, setSent] = useState(false)
  const request = useMutation(trpc.accounts.requestPasswordReset.mutationOptions())

  function clearMessages(): void {
    setError(null)
    setSent(false)
  }

  const onSubmit = form.onSubmit(
    async (values) => {
      clearMessages()
      try {
        await request.mutateAsync(values)
      } catch (failure) {
        return setError(reasonOf(failure))
      }
      setSent(true)
    },
    (errors) => {
      clearMessages()
      focusFirst(form, errors)
    },
  )

  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <ErrorText>{error}</ErrorText>
      <SuccessText>{sent && LINK_MESSAGES.resetRequested}</SuccessText>
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
      <Button
        type="submit"
        size="lg"
        fullWidth
        loading={form.submitting}
        variant={sent ? 'default' : 'filled'}
      >
        {sent ? 'Send it again' : 'Send the link'}
      </Button>
      <Button variant="subtle" onClick={onBack} fullWidth>
        Back to Sign In
      </Button>
    </form>
  )
}
