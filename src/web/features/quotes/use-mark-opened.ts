import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { trpc } from '../../api.ts'
import type { Received } from './received-quote.tsx'

/** Tells the vendors of open quotes that the building has opened them. A failure is not worth a word: the next look tells them. */
export function useMarkOpened({ id, quotes }: Received): void {
  const { mutate: markOpened } = useMutation(trpc.quotes.open.mutationOptions())
  const unopened = quotes.some((quote) => quote.status === 'pending' && quote.opened_at === null)
  useEffect(() => {
    if (unopened) markOpened({ building_service_id: id })
  }, [unopened, id, markOpened])
}
