import { Anchor } from '@mantine/core'
import { Link } from '../../ui/link.tsx'

/** The link from sign-up to sign-in. [2.signup.3] [2.vendor-signup.5] */
export function SignInInstead() {
  return (
    <span>
      Already have an account?{' '}
      <Anchor component={Link} to="/login" inherit>
        Sign in
      </Anchor>
    </span>
  )
}
