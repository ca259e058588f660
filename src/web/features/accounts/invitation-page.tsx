import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formErrors } from '../../../domain/form.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { JoinForm } from '../../../domain/members/invitation.ts'
import { TIE_LABELS, type Tie } from '../../../domain/members/unit.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { Fields } from '../../forms/fields.tsx'
import { focusFirst, refusedField, showErrors, useMended } from '../../forms/form-errors.ts'
import { useSession } from '../../session/session.ts'
import { noteWelcome } from '../../session/welcome-note.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { ErrorText } from '../../ui/message-box.tsx'
import { Page } from '../../ui/page.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { AwaitApproval } from './await-approval.tsx'
import { enterPortal } from './enter-portal.ts'
import { isRefusedAs, signUpFailure } from './failure.ts'
import { LinkPage, useLinkToken } from './link-page.tsx'
import classes from './sign-in-form.module.css'

const EMPTY = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  unit_number: '',
  password: '',
  confirm_password: '',
  note: '',
}

const INCOMPLETE = 'Part of the link is missing. Please open the whole link that you were sent.'

/** The page behind an invitation link: which building it is, and signing up there. Product 4.1 */
export function InvitationPage() {
  const open = useMutation(trpc.accounts.openInvitation.mutationOptions())
  const token = useLinkToken(open.mutate)
  const session = useSession()
  const [dead, setDead] = useState<string | null>(null)
  const [waiting, setWaiting] = useState<string | null>(null)

  if (waiting !== null)
    return (
      <Page>
        <AwaitApproval email={waiting} />
      </Page>
    )
  const refusal =
    token === ''
      ? INCOMPLETE
      : (dead ?? (isRefusedAs(open.error, 'link_expired') ? reasonOf(open.error) : null))
  if (refusal !== null)
    return (
      <LinkPage title="This invitation does not work">
        <Way>
          <ErrorText>{refusal}</ErrorText>
        </Way>
      </LinkPage>
    )
  if (session)
    return (
      <LinkPage title="You have an account already">
        <Way>
          <p className={classes.account}>
            You are signed in as {session.email}. An invitation is for somebody who has no account yet.
          </p>
        </Way>
      </LinkPage>
    )
  return (
    <LinkPage title="Join your building">
      {open.error && (
        <LoadFailed
          reason={reasonOf(open.error)}
          onRetry={() => open.mutate({ token })}
          busy={open.isPending}
        />
      )}
      {!open.data && !open.error && <RowSkeletons count={3} />}
      {open.data && <JoinBuilding token={token} {...open.data} onDead={setDead} onWaiting={setWaiting} />}
    </LinkPage>
  )
}

/** A sentence, and the way on. */
function Way({ children }: { children: ReactNode }) {
  return (
    <div className={classes.form}>
      {children}
      <ButtonLink to="/" size="lg" fullWidth>
        To the start
      </ButtonLink>
    </div>
  )
}

type JoinProps = {
  token: string
  /** What the captain has said; null where the person says their unit, and waits. */
  unit_number: string | null
  tie: Tie | null
  building: { name: string | null; address: string; city: string }
  onDead: (message: string) => void
  onWaiting: (email: string) => void
}

function JoinBuilding({ token, unit_number, tie, building, onDead, onWaiting }: JoinProps) {
  const [message, setMessage] = useState<string | null>(null)
  const form = useForm({
    initialValues: EMPTY,
    validate: (values) => formErrors(JoinForm, values).fields,
  })
  useMended(form, () => setMessage(null))
  const join = useMutation(trpc.accounts.signUpByLink.mutationOptions())
  const isSaid = unit_number !== null && tie !== null

  const onSubmit = form.onSubmit(
    async (values) => {
      setMessage(null)
      const person = JoinForm.parse(values)
      try {
        const { status } = await join.mutateAsync({ ...person, token })
        if (status === 'pending') return onWaiting(person.email)
      } catch (error) {
        if (isRefusedAs(error, 'link_expired')) return onDead(reasonOf(error))
        const field = refusedField(form, error)
        if (field === undefined) return setMessage(signUpFailure(error))
        return showErrors(form, { [field]: signUpFailure(error) })
      }
      noteWelcome(person.email)
      await enterPortal()
    },
    (errors, values) => {
      setMessage(formErrors(JoinForm, values).sentence)
      focusFirst(form, errors)
    },
  )

  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <p className={classes.account}>
        <b>
          {building.name ? `${building.name}, ` : ''}
          {building.address}, {building.city}
        </b>
        .{' '}
        {isSaid
          ? `You are invited as ${TIE_LABELS[tie].toLowerCase()} of unit ${unit_number}: once you have an account, you are in.`
          : 'Your HOA representative invites you. They confirm you once you have an account.'}
      </p>
      <Fields
        form={form}
        names={['first_name', 'last_name', 'email', 'phone']}
        optional={['phone']}
        focusFirst={false}
      />
      {!isSaid && (
        <>
          <Fields form={form} names={['unit_number']} optional={['unit_number']} focusFirst={false} />
          <CountedTextarea
            label="Note to your HOA representative (optional)"
            rows={2}
            max={LIMITS.join_note}
            {...form.getInputProps('note')}
            value={form.values.note}
          />
        </>
      )}
      <Fields form={form} names={['password', 'confirm_password']} layout="stacked" focusFirst={false} />
      <ErrorText>{message}</ErrorText>
      <Button type="submit" size="lg" fullWidth loading={form.submitting}>
        {isSaid ? 'Join' : 'Ask to Join'}
      </Button>
    </form>
  )
}
