import { LandingPage } from '../landing/landing-page.tsx'
import { wake } from './wake.tsx'

export const landing = wake({ page: 'landing', children: <LandingPage signedIn={false} /> })
