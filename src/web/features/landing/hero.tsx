import { TAGLINE } from '../../../domain/product.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import classes from './hero.module.css'
import picture from './hero.svg'

// [1.headline] [2.landing.1-3] [2.landing.13]
export function Hero({ signedIn }: { signedIn: boolean }) {
  return (
    <section className={classes.hero}>
      <div className={classes.words}>
        <p className={classes.tagline}>{TAGLINE}</p>
        <h1 className={classes.title}>A new kind of HOA service, with more value, clarity and community.</h1>
        <p className={classes.subtitle}>For the people who share a building, and the board that runs it.</p>
        <p className={classes.description}>
          Ask your city's vendors once, compare their quotes side by side, and see where every dollar of your
          building goes.
        </p>
        <div className={classes.actions}>
          {signedIn ? (
            <ButtonLink to="/dashboard" size="lg">
              Access Member Portal
            </ButtonLink>
          ) : (
            <>
              <ButtonLink to="/signup" size="lg">
                Join
              </ButtonLink>
              <ButtonLink to="/login" size="lg" variant="default">
                Sign In
              </ButtonLink>
            </>
          )}
        </div>
      </div>
      <img
        className={classes.picture}
        src={picture}
        width={1200}
        height={900}
        fetchPriority="high"
        alt="A street of row houses on a warm morning: neighbors on their stoops, a vendor arriving with a toolbox, and a dog on a walk."
      />
    </section>
  )
}
