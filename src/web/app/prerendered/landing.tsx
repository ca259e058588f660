import { LandingPage } from '../../features/landing/landing-page.tsx'
import { hydrate } from './hydrate.tsx'

export const landing = hydrate({ page: 'landing', children: <LandingPage signedIn={false} /> })
