import { useLocation, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { id } from '../../../domain/text.ts'

/** The address's search parameters; anything else is ignored. */
const FilterAddress = z.object({
  service: id.nullable().catch(null),
  building: id.nullable().catch(null),
})

export type VisitFilterValues = z.output<typeof FilterAddress>

type List = {
  /** Its page in the address, where it begins again. */
  page?: string
  /** What its filter begins with in the address, on a screen with another list. */
  prefix?: string
}

/** By which service and building the address filters a list of visits, and how to filter by others. */
export function useVisitFilter({ page, prefix = '' }: List = {}) {
  const address = useLocation({ select: (location) => location.search as Record<string, unknown> })
  const navigate = useNavigate()
  const filter = FilterAddress.parse({
    service: address[`${prefix}service`],
    building: address[`${prefix}building`],
  })
  const setFilter = (to: Partial<VisitFilterValues>) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({
        ...before,
        ...Object.fromEntries(
          Object.entries(to).map(([name, value]) => [`${prefix}${name}`, value ?? undefined]),
        ),
        ...(page && { [page]: undefined }),
      }),
      resetScroll: false,
    })
  return { filter, setFilter }
}
