import { Anchor, Title } from '@mantine/core'
import { Link } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import classes from './login-page.module.css'
import { StreetPicture } from './pictures.tsx'
import { SignInForm, signInTitle, useSignIn } from './sign-in-form.tsx'

// [2.login.4]
export function LoginPage() {
  const signIn = useSignIn()
  const { title, lead } = signInTitle(signIn)
  return (
    <Page>
      <div className={classes.card}>
        <div className={classes.picture}>
          <StreetPicture />
        </div>
        <div className={classes.content}>
          <Title order={1}>{title}</Title>
          <p className={classes.lead}>{lead}</p>
          <SignInForm signIn={signIn} />
          <p className={classes.other}>
            New here?{' '}
            <Anchor component={Link} to="/signup" inherit>
              Sign up
            </Anchor>
          </p>
        </div>
      </div>
    </Page>
  )
}
