import { IconMenu2 } from '@tabler/icons-react'
import menu from './account-menu.module.css'
import classes from './top-bar.module.css'

/** The bar's photo and menu while the viewer is not known yet. */
export function AccountSkeleton() {
  return (
    <div className={classes.account} aria-hidden>
      <span className={classes.photo} />
      <span className={menu.button}>
        <IconMenu2 size={26} stroke={2} />
      </span>
    </div>
  )
}
