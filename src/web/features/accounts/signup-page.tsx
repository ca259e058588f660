import { Title, UnstyledButton } from '@mantine/core'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { PRODUCT } from '../../../domain/product.ts'
import { dropDraft, keepDraft, keptDraft, VISITOR } from '../../session/drafts.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Page } from '../../ui/page.tsx'
import { StreetPicture, WorkPicture } from './pictures.tsx'
import { SignInInstead } from './sign-in-instead.tsx'
import type { Kind } from './sign-up-dialogs.tsx'
import classes from './signup-page.module.css'

const AwaitApproval = lazyPart(() => import('./await-approval.tsx'), 'AwaitApproval')
const SignUpDialogs = lazyPart(() => import('./sign-up-dialogs.tsx'), 'SignUpDialogs')

const KINDS: readonly Kind[] = ['vendor', 'homeowner']
/** The draft that names the open dialog. */
const OPEN = 'sign-up'

/** Who is joining? [2.signup.1] [2.signup.2] */
export function SignupPage() {
  const [open, setOpen] = useState<Kind | null>(null)
  // Once opened, the dialogs stay mounted to keep what is typed.
  const [needed, setNeeded] = useState(false)
  /** The address of somebody who has just asked to join a building. */
  const [waiting, setWaiting] = useState<string | null>(null)
  const choose = (kind: Kind) => {
    setNeeded(true)
    setOpen(kind)
    keepDraft(VISITOR, OPEN, kind)
  }
  const close = () => {
    setOpen(null)
    dropDraft(VISITOR, OPEN)
  }

  // After a reload, the dialog is as it was.
  useEffect(() => {
    const kind = KINDS.find((each) => each === keptDraft(VISITOR, OPEN))
    if (!kind) return
    setNeeded(true)
    setOpen(kind)
  }, [])

  // Prefetched: every visitor opens one of the two next.
  useEffect(() => void SignUpDialogs.preload(), [])

  if (waiting !== null) {
    return (
      <Page>
        <Suspense fallback={null}>
          <AwaitApproval email={waiting} />
        </Suspense>
      </Page>
    )
  }
  return (
    <Page>
      <div className={classes.page}>
        <header className={classes.head}>
          <Title order={1}>Join {PRODUCT}</Title>
          <p>How will you use it?</p>
        </header>
        <div className={classes.choices}>
          <ChoiceCard title="Vendor" picture={<WorkPicture />} onClick={() => choose('vendor')}>
            I provide services to HOAs
          </ChoiceCard>
          <ChoiceCard title="Homeowner" picture={<StreetPicture />} onClick={() => choose('homeowner')}>
            I own a home in an HOA
          </ChoiceCard>
        </div>
        <p className={classes.other}>
          <SignInInstead />
        </p>
      </div>
      <Suspense fallback={null}>
        {needed && <SignUpDialogs open={open} onClose={close} onWaiting={setWaiting} />}
      </Suspense>
    </Page>
  )
}

type ChoiceCardProps = { title: string; picture: ReactNode; onClick: () => void; children: ReactNode }

/** A kind of account: a card that opens its sign-up dialog. */
function ChoiceCard({ title, picture, onClick, children }: ChoiceCardProps) {
  return (
    <UnstyledButton className={classes.card} onClick={onClick} aria-haspopup="dialog">
      <span className={classes.picture}>{picture}</span>
      <span className={classes.content}>
        <span className={classes.title}>{title}</span>
        <span className={classes.note}>{children}</span>
      </span>
    </UnstyledButton>
  )
}
