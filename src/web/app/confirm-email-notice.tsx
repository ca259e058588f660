import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { trpc } from '../api.ts'
import { reasonOf } from '../errors.ts'
import { notify } from '../ui/notify.tsx'
import classes from './confirm-email-notice.module.css'

/** Shown above every screen until the person has opened the link that the sign-up mailed. */
export function ConfirmEmailNotice({ email }: { email: string }) {
  const resend = useMutation({
    ...trpc.accounts.resendConfirmation.mutationOptions(),
    onSuccess: () => notify.success(`We sent the link to ${email} again.`),
    onError: (error) => notify.error(`The link could not be sent: ${reasonOf(error)}`),
  })
  return (
    <section className={classes.notice} aria-labelledby="confirm-email">
      <p className={classes.text}>
        <strong id="confirm-email">Confirm your e-mail</strong>
        <span>Open the link that we sent to {email}. Until then, mail from you and to you waits.</span>
      </p>
      <Button size="sm" variant="default" onClick={() => resend.mutate()} loading={resend.isPending}>
        Send again
      </Button>
    </section>
  )
}
