import { SignupPage } from '../accounts/signup-page.tsx'
import { wake } from './wake.tsx'

export const signup = wake({ page: 'signup', children: <SignupPage /> })
