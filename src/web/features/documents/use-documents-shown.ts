import { useLocation, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { LIMITS } from '../../../domain/limits.ts'
import { type DocumentsShown, PAGE_PARAMETER, SEARCH_PARAMETER } from './document-list.ts'

/** The address's search parameters; anything else is ignored. */
const DocumentsAddress = z.object({
  [SEARCH_PARAMETER]: z.string().trim().min(1).max(LIMITS.search).nullable().catch(null),
  [PAGE_PARAMETER]: z.coerce.number().int().min(1).max(100_000).catch(1),
})

/** Which part of the list the address asks for, and how to ask for another one. A search replaces the one before. */
export function useDocumentsShown() {
  const address = useLocation({ select: (location) => location.search })
  const navigate = useNavigate()
  const parsed = DocumentsAddress.parse(address)
  const shown: DocumentsShown = { search: parsed[SEARCH_PARAMETER], page: parsed[PAGE_PARAMETER] }

  const show = ({ search, page }: { search: string | null; page: number }) =>
    void navigate({
      to: '.',
      // Other parts of the screen keep theirs.
      search: (before: Record<string, unknown>) => ({
        ...before,
        [SEARCH_PARAMETER]: search ?? undefined,
        [PAGE_PARAMETER]: page === 1 ? undefined : page,
      }),
      replace: page === 1,
      resetScroll: false,
    })

  return { shown, show }
}
