import type { ReactNode } from 'react'
import { PRODUCT } from '../../domain/product.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Link } from '../ui/link.tsx'
import { Logo } from './logo.tsx'
import classes from './top-bar.module.css'

/**
 * The bar at the top of every screen: the way home, and who is signed in with their menu.
 * [2.menu.logo] [2.shell.3] [2.shell.4]
 */
export function TopBar({ account }: { account?: ReactNode }) {
  return (
    <header className={classes.bar}>
      <div className={classes.inner}>
        <Link to="/" className={classes.logo}>
          <Logo />
          {PRODUCT}
        </Link>
        {account ?? <ButtonLink to="/signup">Get Started</ButtonLink>}
      </div>
    </header>
  )
}
