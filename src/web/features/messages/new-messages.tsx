import classes from './messages.module.css'
import { newMessagesText, useUnread } from './use-unread.ts'

/** On the card of an accepted quote: that the other side has written. Product 2.10 */
export function NewMessages({ quoteId }: { quoteId: string }) {
  const count = useUnread(quoteId)
  return count === 0 ? null : <span className={classes.news}>{newMessagesText(count)}</span>
}
