import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { LINK_MESSAGES } from '../../domain/accounts/messages.ts'
import { trpc } from '../api.ts'
import { reasonOf } from '../errors.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { LoadFailed } from '../ui/load-failed.tsx'
import { ErrorText, SuccessText } from '../ui/message-box.tsx'
import { RowSkeletons } from '../ui/skeletons.tsx'
import { isRefusedAs } from './failure.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { LinkPage, useLinkToken } from './link-page.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import classes from './sign-in-form.module.css'

/** Where the link in the mail leads that a forgotten password is chosen anew by (decisions, 'Accounts'). */
export function ResetPasswordPage() {
  const {
    mutate: open,
    data: account,
    error,
    isPending,
  } = useMutation(trpc.accounts.openResetLink.mutationOptions())
  const token = useLinkToken(open)
  const [dead, setDead] = useState<string | null>(null)
  const [done, setDone] = useState(false)
  const navigate = useNavigate()

  if (done) {
    return (
      <LinkPage title="Welcome back">
        <div className={classes.form}>
          <SuccessText>{LINK_MESSAGES.passwordReset}</SuccessText>
          <ButtonLink to="/login" size="lg" fullWidth>
            Sign In
          </ButtonLink>
        </div>
      </LinkPage>
    )
  }
  const over = dead ?? (isRefusedAs(error, 'link_expired') ? reasonOf(error) : null)
  if (over !== null) {
    return (
      <LinkPage title="Ask for a new link">
        <div className={classes.form}>
          <ErrorText>{over}</ErrorText>
          <ForgotPassword email={account?.email ?? ''} onBack={() => navigate({ to: '/login' })} />
        </div>
      </LinkPage>
    )
  }
  return (
    <LinkPage title="Choose a new password">
      {error && <LoadFailed reason={reasonOf(error)} onRetry={() => open({ token })} busy={isPending} />}
      {!account && !error && <RowSkeletons count={2} />}
      {account && (
        <NewPasswordForm token={token} email={account.email} onDead={setDead} onDone={() => setDone(true)} />
      )}
    </LinkPage>
  )
}
