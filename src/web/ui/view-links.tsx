import { Link } from './link.tsx'
import classes from './view-links.module.css'

type Props = { label: string; view: string; views: readonly { view: string; label: string }[] }

/** The few views of one screen, each a link to an address of its own. Lighter than tabs. */
export function ViewLinks({ label, view, views }: Props) {
  return (
    <nav className={classes.links} aria-label={label}>
      {views.map((each) => (
        <Link
          key={each.view}
          to={each.view}
          className={classes.link}
          aria-current={each.view === view ? 'page' : undefined}
        >
          {each.label}
        </Link>
      ))}
    </nav>
  )
}
