import { SignupPage } from '../../features/accounts/signup-page.tsx'
import { hydrate } from './hydrate.tsx'

export const prerenderedSignup = hydrate({ page: 'signup', children: <SignupPage /> })
