import { Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { ButtonLink } from '../../ui/button-link.tsx'
import classes from './await-approval.module.css'
import { StreetPicture } from './pictures.tsx'

/** After signing up for a building that has a captain: what comes next. [4.profile.1] */
export function AwaitApproval({ email }: { email: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  // The dialog that had the focus is gone.
  useEffect(() => title.current?.focus(), [])
  return (
    <section className={classes.card} aria-labelledby="next">
      <div className={classes.picture}>
        <StreetPicture />
      </div>
      <div className={classes.content}>
        <Title order={1} id="next" ref={title} tabIndex={-1} className={classes.title}>
          What comes next
        </Title>
        <ol className={classes.steps}>
          <li>
            <b>Open the link in your mail.</b> We sent it to {email}. It shows that the address is yours; then
            we write to your HOA representative.
          </li>
          <li>
            <b>Your HOA representative confirms you.</b> They see your request already. You get an email as
            soon as they have decided.
          </li>
          <li>
            <b>Sign in.</b> You can do so now, but until you are confirmed you see nothing of the building.
          </li>
        </ol>
        <div className={classes.actions}>
          <ButtonLink to="/login">Sign In</ButtonLink>
          <ButtonLink to="/" variant="default">
            Back to the start
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
