import { useMutation } from '@tanstack/react-query'
import { LINK_MESSAGES } from '../../../domain/accounts/link-messages.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { ErrorText, SuccessText } from '../../ui/message-box.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { isRefusedAs } from './failure.ts'
import { LinkPage, useLinkToken } from './link-page.tsx'
import classes from './sign-in-form.module.css'

const NEW_LINK = "press 'Send again', or save the new address in your settings once more."

/** The page of the link that confirms the e-mail address of a new account, or another address. */
export function ConfirmEmailPage() {
  const session = useSession()
  const change = useMutation({
    ...trpc.accounts.confirmEmail.mutationOptions(),
    onSuccess: ({ changed }) => refreshAfter(changed ? 'email_changed' : 'email_confirmed'),
  })
  const token = useLinkToken(change.mutate)
  const next = (
    <ButtonLink to={session ? '/dashboard' : '/login'} size="lg" fullWidth>
      {session ? 'Go to your dashboard' : 'Sign In'}
    </ButtonLink>
  )
  if (change.isSuccess) {
    return (
      <LinkPage title="Address confirmed">
        <div className={classes.form}>
          <SuccessText>
            {change.data.changed
              ? LINK_MESSAGES.emailChanged(change.data.email)
              : LINK_MESSAGES.emailConfirmed(change.data.email)}
          </SuccessText>
          {next}
        </div>
      </LinkPage>
    )
  }
  const incomplete = token === ''
  const refused = change.error?.data
  return (
    <LinkPage title={incomplete ? 'Part of the link is missing' : 'Confirm your e-mail address'}>
      {(incomplete || refused) && (
        <div className={classes.form}>
          <ErrorText>
            <div>{incomplete ? LINK_MESSAGES.incomplete : reasonOf(change.error)}</div>
            {(incomplete || isRefusedAs(change.error, 'link_expired')) && (
              <div>
                {session?.email_confirmed
                  ? `${session.email} is confirmed. To use another address, save it in your settings once more.`
                  : incomplete || session
                    ? `To get a new link, sign in and ${NEW_LINK}`
                    : // It may be this very link that confirmed it.
                      `If your address is confirmed already, sign in: there is nothing left to do. Otherwise sign in and ${NEW_LINK}`}
              </div>
            )}
          </ErrorText>
          {next}
        </div>
      )}
      {change.isError && !refused && (
        <LoadFailed reason={reasonOf(change.error)} onRetry={() => change.mutate({ token })} />
      )}
      {!incomplete && !change.isError && <RowSkeletons count={2} label="Confirming…" />}
    </LinkPage>
  )
}
