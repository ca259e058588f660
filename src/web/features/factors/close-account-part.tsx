import { useState } from 'react'
import { LazyProofDialog } from '../../forms/lazy-proof-dialog.ts'
import { useViewer } from '../../session/session.ts'
import { useCloseAccount } from '../../session/use-close-account.ts'
import classes from './security.module.css'
import { SecurityPart } from './security-part.tsx'

const GONE = 'Your profile, your photo and your sign-in are deleted, and you are signed out everywhere.'
const RESIDENT = [
  GONE,
  'What you asked for, accepted and uploaded stays with your building, without your name.',
  'An HOA representative hands over first.',
]
const VENDOR = [
  GONE,
  'Your open quotes are withdrawn, and nobody asks you for new ones.',
  'Visits to come have to be cancelled first. Your company’s name stays with what buildings have accepted.',
]

const COLLEAGUE = [
  GONE,
  'What you did at visits stays, with your first name.',
  'Visits that you are assigned to go back to the company.',
]

/** 'Close account': what it does, and the button that asks for the password. An admin's account is closed by support. */
export function CloseAccountPart({ hasApp }: { hasApp: boolean }) {
  const kind = useViewer()?.kind
  const close = useCloseAccount()
  const [asking, setAsking] = useState(false)
  if (kind === 'admin' || kind === 'unsecured') return null
  const effects = kind === 'crew' ? COLLEAGUE : kind === 'vendor' ? VENDOR : RESIDENT
  return (
    <SecurityPart
      title="Close account"
      lead="Leave for good. This can’t be undone."
      action={{ label: 'Close Account', onClick: () => setAsking(true) }}
      dialog={
        asking && (
          <LazyProofDialog
            title="Close your account?"
            lead={`${effects[0]} ${effects[1]} This can’t be undone.`}
            action="Close Account"
            danger
            hasApp={hasApp}
            onClose={() => setAsking(false)}
            onProven={close}
          />
        )
      }
    >
      <ul className={classes.effects}>
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </SecurityPart>
  )
}
