import { Title } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { PRODUCT } from '../../domain/product.ts'
import { Page } from '../ui/page.tsx'
import { patiently } from '../ui/patient-import.ts'
import { ChoiceCard } from './choice-card.tsx'
import { DoorPicture, VanPicture } from './pictures.tsx'
import type { Kind } from './sign-up-dialogs.tsx'
import classes from './signup-page.module.css'
import { SignInInstead } from './step-lead.tsx'

const load = () => patiently(() => import('./sign-up-dialogs.tsx'))
const SignUpDialogs = lazy(async () => ({ default: (await load()).SignUpDialogs }))

/** Section 2, screen 3: who is joining? */
export function SignupPage() {
  const [open, setOpen] = useState<Kind | null>(null)
  // The dialogs stay once one was opened: they keep what is typed.
  const [needed, setNeeded] = useState(false)
  const choose = (kind: Kind) => {
    setNeeded(true)
    setOpen(kind)
  }

  // One of the two comes next.
  useEffect(() => void load(), [])

  return (
    <Page>
      <div className={classes.page}>
        <header className={classes.head}>
          <Title order={1}>Join {PRODUCT}</Title>
          <p>How will you use it?</p>
        </header>
        <div className={classes.choices}>
          <ChoiceCard title="Vendor" picture={<VanPicture />} onClick={() => choose('vendor')}>
            I provide services to HOAs
          </ChoiceCard>
          <ChoiceCard title="Homeowner" picture={<DoorPicture />} onClick={() => choose('homeowner')}>
            I own a home in an HOA
          </ChoiceCard>
        </div>
        <p className={classes.other}>
          <SignInInstead />
        </p>
      </div>
      <Suspense fallback={null}>
        {needed && <SignUpDialogs open={open} onClose={() => setOpen(null)} />}
      </Suspense>
    </Page>
  )
}
