import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { LINK_MESSAGES } from '../../../domain/accounts/link-messages.ts'
import { ResetPasswordForm } from '../../../domain/accounts/password.ts'
import { formErrors } from '../../../domain/form.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { Fields } from '../../forms/fields.tsx'
import { focusFirst, refusedField, showErrors, useMended } from '../../forms/form-errors.ts'
import { refreshSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { ErrorText, SuccessText } from '../../ui/message-box.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { enterPortal } from './enter-portal.ts'
import { isRefusedAs } from './failure.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { LinkPage, useLinkToken } from './link-page.tsx'
import classes from './sign-in-form.module.css'

/** The page behind the mailed link to choose a new password, or the first one of an invited person (decisions 12, 15). */
export function ResetPasswordPage() {
  const {
    mutate: open,
    data: account,
    error,
    isPending,
  } = useMutation(trpc.accounts.openResetLink.mutationOptions())
  const token = useLinkToken(open)
  const [expired, setExpired] = useState<string | null>(null)
  const [done, setDone] = useState(false)
  const navigate = useNavigate()

  if (done) {
    return (
      <LinkPage title="Password changed">
        <div className={classes.form}>
          <SuccessText>{LINK_MESSAGES.passwordReset}</SuccessText>
          <ButtonLink to="/login" size="lg" fullWidth>
            Sign In
          </ButtonLink>
        </div>
      </LinkPage>
    )
  }
  const dead = expired ?? (isRefusedAs(error, 'link_expired') ? reasonOf(error) : null)
  const refusal = token === '' ? LINK_MESSAGES.incomplete : dead
  if (refusal !== null) {
    return (
      <LinkPage title={token === '' ? 'Part of the link is missing' : 'Ask for a new link'}>
        <div className={classes.form}>
          <ErrorText>{refusal}</ErrorText>
          {token === '' && <p className={classes.account}>Or ask for a new link:</p>}
          <ForgotPassword email={account?.email ?? ''} onBack={() => navigate({ to: '/login' })} />
        </div>
      </LinkPage>
    )
  }
  return (
    <LinkPage title={account?.invited ? 'Choose your password' : 'Choose a new password'}>
      {error && <LoadFailed reason={reasonOf(error)} onRetry={() => open({ token })} busy={isPending} />}
      {!account && !error && <RowSkeletons count={2} />}
      {account && (
        <NewPasswordForm token={token} {...account} onExpired={setExpired} onDone={() => setDone(true)} />
      )}
    </LinkPage>
  )
}

type NewPasswordFormProps = {
  token: string
  email: string
  /** Somebody added this person: it is their first password. */
  invited: boolean
  /** The company that has invited this person; null for residents. */
  company: string | null
  /** Their HOA representative has accepted them already. */
  at_once: boolean
  onExpired: (message: string) => void
  onDone: () => void
}

/** 'New Password' twice, for the account of the link. */
function NewPasswordForm({
  token,
  email,
  invited,
  company,
  at_once,
  onExpired,
  onDone,
}: NewPasswordFormProps) {
  const form = useForm({
    initialValues: { new_password: '', confirm_new_password: '' },
    validate: (values) => formErrors(ResetPasswordForm, values).fields,
  })
  const [message, setMessage] = useState<string | null>(null)
  useMended(form, () => setMessage(null))
  const reset = useMutation(trpc.accounts.resetPassword.mutationOptions())

  const onSubmit = form.onSubmit(
    async ({ new_password }) => {
      setMessage(null)
      let signed_in = false
      try {
        signed_in = (await reset.mutateAsync({ token, new_password })).signed_in
      } catch (error) {
        if (isRefusedAs(error, 'link_expired')) return onExpired(reasonOf(error))
        const field = refusedField(form, error)
        if (field === undefined) return setMessage(reasonOf(error))
        return showErrors(form, { [field]: reasonOf(error) })
      }
      if (signed_in) return enterPortal()
      onDone()
      // All sessions have ended, maybe this browser's too.
      await refreshSession()
    },
    (errors, values) => {
      setMessage(formErrors(ResetPasswordForm, values).sentence)
      focusFirst(form, errors)
    },
  )

  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <p className={classes.account}>
        For <b>{email}</b>.{' '}
        {company !== null
          ? `${company} has added you to its team. Once you have a password, you are signed in.`
          : at_once
            ? 'Your HOA representative invites you. Once you have a password, you are in.'
            : invited
              ? 'Your HOA representative has added you. Once you have a password, they still have to accept you: you get an email when they did.'
              : 'Changing it signs you out everywhere.'}
      </p>
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Fields form={form} names={['new_password', 'confirm_new_password']} layout="stacked" about={[email]} />
      <ErrorText>{message}</ErrorText>
      <Button type="submit" size="lg" fullWidth loading={form.submitting}>
        {invited ? 'Set Password' : 'Change Password'}
      </Button>
    </form>
  )
}
