import { useLocation, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { id } from '../../../domain/text.ts'

/** The address's search parameters; anything else is ignored. */
const FilterAddress = z.object({
  service: id.nullable().catch(null),
  building: id.nullable().catch(null),
})

export type VisitFilterValues = z.output<typeof FilterAddress>

/** By which service and building the address filters visits, and how to filter by others. A list of pages begins again. */
export function useVisitFilter(pageName?: string) {
  const address = useLocation({ select: (location) => location.search })
  const navigate = useNavigate()
  const filter = FilterAddress.parse(address)
  const setFilter = (to: Partial<VisitFilterValues>) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({
        ...before,
        ...Object.fromEntries(Object.entries(to).map(([name, value]) => [name, value ?? undefined])),
        ...(pageName && { [pageName]: undefined }),
      }),
      resetScroll: false,
    })
  return { filter, setFilter }
}
