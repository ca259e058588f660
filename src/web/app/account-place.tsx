import { IconMenu2 } from '@tabler/icons-react'
import menu from './account-menu.module.css'
import classes from './top-bar.module.css'

/** The bar's end while it is not known yet who is there: the places of the photo and the menu. */
export function AccountPlace() {
  return (
    <div className={classes.account} aria-hidden>
      <span className={classes.photo} />
      <span className={menu.button}>
        <IconMenu2 size={26} stroke={2} />
      </span>
    </div>
  )
}
