import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../api.ts'

/** How many messages about an accepted quote the viewer has not read. */
export function useUnread(quoteId: string): number {
  const unread = useQuery(trpc.messages.unread.queryOptions())
  return unread.data?.find(({ quote }) => quote === quoteId)?.messages ?? 0
}

export const newMessagesText = (count: number) => (count === 1 ? '1 new message' : `${count} new messages`)
