import { lazy, Suspense, useState } from 'react'
import { useSession } from '../session.ts'
import { patiently } from '../ui/patient-import.ts'
import { forgetWelcome, isWelcome } from './welcome-note.ts'

const WelcomeDialog = lazy(async () => ({
  default: (await patiently(() => import('./welcome-dialog.tsx'))).WelcomeDialog,
}))

/** Asks a new captain, once, what the building needs (section 2, screen 6). */
export function Welcome() {
  const session = useSession()
  const [asked] = useState(() => session?.captain === true && isWelcome(session.email))
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
