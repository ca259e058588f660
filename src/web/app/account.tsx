import { greetingName } from '../../domain/accounts/greeting.ts'
import { useRealtime } from '../realtime.ts'
import type { Session } from '../session/session.ts'
import { MainMenu } from './main-menu.tsx'
import classes from './top-bar.module.css'

/**
 * The bar's end for a signed-in person: name, photo and menu. While it is there, the screen follows the server.
 * [1.photo] [1.greeting-profile] [1.initial] [1.bar-update]
 */
export function Account({ session }: { session: Session }) {
  useRealtime()
  const name = greetingName(session.first_name, null, session.email)
  return (
    <div className={classes.account}>
      <p className={classes.greeting}>
        Hello, <b>{name}</b>
      </p>
      {session.photo_url ? (
        <img src={session.photo_url} alt="" className={classes.photo} width={40} height={40} />
      ) : (
        <span className={classes.photo} aria-hidden>
          {name.charAt(0).toUpperCase()}
        </span>
      )}
      <MainMenu session={session} />
    </div>
  )
}
