import { IconArrowRight, IconCalendarEvent, IconFileInvoice, IconInbox } from '@tabler/icons-react'
import { Link } from '../../ui/link.tsx'
import classes from './vendor-dashboard-page.module.css'

// [2.vendor.8]
const actions = [
  {
    to: '/vendor/quotes',
    label: 'View Quote Requests', // [2.vendor.6]
    words: 'Send prices for new jobs',
    Icon: IconInbox,
  },
  {
    to: '/vendor/appointments',
    label: 'Manage Appointments', // [2.vendor.7]
    words: 'See where you are expected',
    Icon: IconCalendarEvent,
  },
  { to: '/vendor/invoices', label: 'Create Invoice', words: 'Bill a finished visit', Icon: IconFileInvoice },
]

export function QuickActions() {
  return (
    <ul className={classes.actions}>
      {actions.map(({ to, label, words, Icon }) => (
        <li key={to} className={classes.action}>
          <span className={classes.icon} aria-hidden>
            <Icon size={22} stroke={1.7} />
          </span>
          <div>
            <Link to={to} className={classes.link}>
              {label}
            </Link>
            <p>{words}</p>
          </div>
          <IconArrowRight size={20} stroke={1.7} aria-hidden className={classes.arrow} />
        </li>
      ))}
    </ul>
  )
}
