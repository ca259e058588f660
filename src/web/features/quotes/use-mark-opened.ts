import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { trpc } from '../../api.ts'
import type { Received } from './received-quote.tsx'

/** Tells the vendors of open quotes that the building has opened them. A failure is not worth a word: the next look tells them. */
export function useMarkOpened({ id, quotes }: Received): void {
  const { mutate: markOpened } = useMutation(trpc.quotes.open.mutationOptions())
  useEffect(() => {
    const shown = quotes
      .filter((quote) => quote.status === 'pending' && quote.opened_at === null)
      .map(({ id, updated_at }) => ({ id, updated_at }))
    if (shown.length > 0) markOpened({ building_service_id: id, shown })
  }, [quotes, id, markOpened])
}
