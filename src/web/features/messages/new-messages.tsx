import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../api.ts'
import classes from './messages.module.css'

/** How many messages about an accepted quote the viewer has not read. */
export function useUnread(quoteId: string): number {
  const unread = useQuery(trpc.messages.unread.queryOptions())
  return unread.data?.find(({ quote }) => quote === quoteId)?.messages ?? 0
}

export const newMessagesText = (count: number) => (count === 1 ? '1 new message' : `${count} new messages`)

/** On the card of an accepted quote: that the other side has written. Product 2.10 */
export function NewMessages({ quoteId }: { quoteId: string }) {
  const count = useUnread(quoteId)
  return count === 0 ? null : <span className={classes.news}>{newMessagesText(count)}</span>
}
