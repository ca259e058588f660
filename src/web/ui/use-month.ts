import { useLocation, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { calendarMonth } from '../../domain/month.ts'

/** The address's search parameters; anything else is ignored. */
const MonthAddress = z.object({
  month: z
    .string()
    .refine((text) => calendarMonth('Month').safeParse(text).success)
    .nullable()
    .catch(null),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})

type Shown = z.output<typeof MonthAddress>

/**
 * The month ('YYYY-MM') and the page that the address names, and how to go to others. `pageName` is for a screen with another
 * list that has pages.
 */
export function useMonth(pageName = 'page') {
  const address = useLocation({ select: (location) => location.search as Record<string, unknown> })
  const navigate = useNavigate()
  const { month, page } = MonthAddress.parse({ ...address, page: address[pageName] })
  const go = (to: Shown, replace = false) =>
    void navigate({
      to: '.',
      // Other parts of the screen keep theirs.
      search: (before: Record<string, unknown>) => ({
        ...before,
        month: to.month ?? undefined,
        [pageName]: to.page === 1 ? undefined : to.page,
      }),
      replace,
      resetScroll: false,
    })
  return { month, page, go }
}
