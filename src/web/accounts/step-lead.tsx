import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from '../ui/link.tsx'
import classes from './step-lead.module.css'

type Props = { step: number; of: number; children?: ReactNode }

/** How far along a sign-up is, and a quiet word beside it. */
export function StepLead({ step, of, children }: Props) {
  return (
    <span className={classes.lead}>
      <span className={classes.progress}>
        <span className={classes.bar} aria-hidden>
          <span style={{ width: `${(100 * step) / of}%` }} />
        </span>
        Step {step} of {of}
      </span>
      {children}
    </span>
  )
}

/** The way from signing up to signing in. */
export function SignInInstead() {
  return (
    <span>
      Already have an account?{' '}
      <Anchor component={Link} to="/login" inherit>
        Sign in
      </Anchor>
    </span>
  )
}
