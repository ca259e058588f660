import { Link } from '@tanstack/react-router'
import type { ThreadProps } from '../services/slots.ts'
import classes from './messages.module.css'
import { newMessagesText, useUnread } from './use-unread.ts'

/** From an accepted quote to what both sides write about it. Product 2.10 */
export function ThreadLink({ quoteId, side }: ThreadProps) {
  const count = useUnread(quoteId)
  return (
    <p className={classes.link}>
      <Link
        to={side === 'vendor' ? '/vendor/services/messages' : '/home/services/messages'}
        search={{ quote: quoteId }}
      >
        {side === 'vendor' ? 'Messages with the building' : 'Messages with the vendor'}
      </Link>
      {count > 0 && <span className={classes.news}> {newMessagesText(count)}</span>}
    </p>
  )
}
