import { useLocation, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { LIMITS } from '../../domain/limits.ts'
import type { SearchedList } from '../../domain/searched-list.ts'

/** The address's search parameters; anything else is ignored. */
const SearchParameter = z.string().trim().min(1).max(LIMITS.search).nullable().catch(null)
const PageParameter = z.coerce.number().int().min(1).max(100_000).catch(1)

/**
 * Which page of a list the address asks for, and for which search, and how to ask for another one. A search replaces the
 * one before in the browser's history. `list` names both in the address: `members`, `members_page`.
 */
export function useListAddress(list: string) {
  const address = useLocation({ select: (location) => location.search as Record<string, unknown> })
  const navigate = useNavigate()
  const pageParameter = `${list}_page`
  const shown: SearchedList = {
    page: PageParameter.parse(address[pageParameter]),
    search: SearchParameter.parse(address[list]),
  }

  const show = ({ search, page }: SearchedList, isGone = false) =>
    void navigate({
      to: '.',
      // Other parts of the screen keep theirs.
      search: (before: Record<string, unknown>) => ({
        ...before,
        [list]: search ?? undefined,
        [pageParameter]: page === 1 ? undefined : page,
      }),
      replace: isGone || page === 1,
      resetScroll: false,
    })

  return { shown, show }
}
