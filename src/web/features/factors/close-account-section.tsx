import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { trpc } from '../../api.ts'
import { useViewer } from '../../session/session.ts'
import { Panel } from '../../ui/panel.tsx'
import { LazyProofDialog } from './dialogs.ts'
import classes from './security.module.css'

const RESIDENT = [
  'Your profile, your photo and your sign-in are deleted, and you are signed out everywhere.',
  'What you asked for, accepted and uploaded stays with your building, without your name.',
  'An HOA representative hands over first.',
]
const VENDOR = [
  'Your profile, your photo and your sign-in are deleted, and you are signed out everywhere.',
  'Your open quotes are withdrawn, and nobody asks you for new ones.',
  'Visits to come have to be cancelled first. Your company’s name stays with what buildings have accepted.',
]

/** 'Close Account', at the end of the settings: what it does, and the button that asks for the password. */
export function CloseAccountSection() {
  const effects = useViewer()?.kind === 'vendor' ? VENDOR : RESIDENT
  const factors = useQuery(trpc.factors.get.queryOptions())
  const close = useMutation(trpc.accounts.close.mutationOptions())
  const [asking, setAsking] = useState(false)
  return (
    <Panel title="Close Account" lead="Leave for good. This can’t be undone.">
      <ul className={classes.effects}>
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <div>
        <Button variant="outline" color="red" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          Close Account
        </Button>
      </div>
      <Suspense fallback={null}>
        {asking && (
          <LazyProofDialog
            title="Close your account?"
            lead={`${effects[0]} ${effects[1]} This can’t be undone.`}
            action="Close Account"
            danger
            hasApp={factors.data?.app ?? false}
            onClose={() => setAsking(false)}
            onProven={async (proof) => {
              await close.mutateAsync(proof)
              // Anew, so that nothing of the account stays in the browser.
              window.location.replace('/')
              await new Promise(() => undefined)
            }}
          />
        )}
      </Suspense>
    </Panel>
  )
}
