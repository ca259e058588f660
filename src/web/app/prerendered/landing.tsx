import { LandingPage } from '../../features/landing/landing-page.tsx'
import { hydrate } from './hydrate.tsx'

export const prerenderedLanding = hydrate({ page: 'landing', children: <LandingPage signedIn={false} /> })
