import { useSession } from '../../session/session.ts'
import { LandingPage } from './landing-page.tsx'

/** The landing page inside the application, where the visitor may be signed in. */
export function LandingScreen() {
  return <LandingPage signedIn={useSession() !== null} />
}
