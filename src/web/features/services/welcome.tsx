import { Suspense, useState } from 'react'
import { may } from '../../../domain/viewer.ts'
import { useSession } from '../../session/session.ts'
import { forgetWelcome, isWelcome } from '../../session/welcome-note.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const WelcomeDialog = lazyPart(() => import('./welcome-dialog.tsx'), 'WelcomeDialog')

/** Asks a new captain, once, what the building needs. [2.welcome.1] */
export function Welcome() {
  const session = useSession()
  const [asked] = useState(
    () => session !== null && may(session.viewer, 'manage_building') && isWelcome(session.email),
  )
  const [opened, setOpened] = useState(true)
  if (!asked || !session) return null

  function close(): void {
    forgetWelcome()
    setOpened(false)
  }

  return (
    <Suspense fallback={null}>
      <WelcomeDialog name={session.first_name} opened={opened} onClose={close} />
    </Suspense>
  )
}
