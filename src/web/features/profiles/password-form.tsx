import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { LINK_MESSAGES } from '../../../domain/accounts/link-messages.ts'
import { SETTINGS_MESSAGES } from '../../../domain/accounts/messages.ts'
import { ChangePasswordForm } from '../../../domain/accounts/password.ts'
import { formErrors } from '../../../domain/form.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { Fields } from '../../forms/fields.tsx'
import { focusFirst, refusedField, showErrors, useMended } from '../../forms/form-errors.ts'
import { usePassingNotice } from '../../forms/use-passing-notice.ts'
import { refreshAfter } from '../../refresh.ts'
import { useSession } from '../../session/session.ts'
import { type Failure, FailureText } from '../../ui/failure-text.tsx'
import { SuccessText } from '../../ui/message-box.tsx'
import classes from './settings.module.css'

const FIELDS = ['current_password', 'new_password', 'confirm_new_password'] as const
const EMPTY = { current_password: '', new_password: '', confirm_new_password: '' }

type Props = {
  /** The screen's message when the server refuses. */
  failed: (error: unknown) => string
  /** All fields in one row on a wide screen. */
  wide?: boolean
}

/**
 * 'Change Password': equal passwords first, then the length, then the server's checks.
 * [2.account.2]
 */
export function PasswordForm({ failed, wide }: Props) {
  const session = useSession()
  const form = useForm({
    initialValues: EMPTY,
    validate: (values) => formErrors(ChangePasswordForm, values).fields,
  })
  const [failure, setFailure] = useState<Failure>(null)
  const [stopped, setStopped] = useState<string | null>(null)
  const notice = usePassingNotice()
  useMended(form, () => setFailure(null))
  const change = useMutation(trpc.accounts.changePassword.mutationOptions())

  const onSubmit = form.onSubmit(
    async ({ current_password, new_password }) => {
      setFailure(null)
      setStopped(null)
      notice.clear()
      try {
        const { stopped_email } = await change.mutateAsync({ current_password, new_password })
        setStopped(stopped_email)
      } catch (error) {
        return refuse(error)
      }
      form.reset()
      notice.show(SETTINGS_MESSAGES.passwordUpdated)
      void refreshAfter('password_changed')
    },
    (errors, values) => {
      const message = formErrors(ChangePasswordForm, values).sentence
      notice.clear()
      setFailure(message === null ? null : { message })
      focusFirst(form, errors)
    },
  )

  /** The reason stands at its field, and above the button what it does not say there. */
  function refuse(error: unknown): void {
    const [message, reason] = [failed(error), reasonOf(error)]
    const field = refusedField(form, error)
    const isSaid = field !== undefined && reason === message
    setFailure(isSaid ? null : { message, reason: field === undefined ? reason : undefined })
    if (field !== undefined) showErrors(form, { [field]: reason })
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
      <Fields
        form={form}
        names={FIELDS}
        focusFirst={false}
        layout={wide ? 'thirds' : undefined}
        about={session ? [session.first_name, session.last_name, session.email] : []}
      />
      <FailureText failure={failure} />
      <SuccessText>{notice.text}</SuccessText>
      <div role="status" className={classes.status}>
        {stopped !== null && <p className={classes.hint}>{LINK_MESSAGES.emailChangeStopped(stopped)}</p>}
      </div>
      <div className={classes.actions}>
        <Button type="submit" loading={form.submitting}>
          Update Password
        </Button>
      </div>
    </form>
  )
}
