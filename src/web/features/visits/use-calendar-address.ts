import { useMediaQuery } from '@mantine/hooks'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { isCalendarDate } from '../../../domain/calendar.ts'
import { CALENDAR_VIEWS, type CalendarView } from '../../../domain/visits/period.ts'
import { cityToday } from '../../city.ts'
import { PHONE_SCREEN } from './shown-calendar.ts'

/** The address's search parameters; anything else is ignored. */
const CalendarAddress = z.object({
  view: z.enum(CALENDAR_VIEWS).nullable().catch(null),
  date: z.string().refine(isCalendarDate).nullable().catch(null),
})

/** Which view and date of a calendar the address names, and how to go to others. A phone shows an agenda. */
export function useCalendarAddress() {
  const address = useLocation({ select: (location) => location.search })
  const navigate = useNavigate()
  const phone = useMediaQuery(PHONE_SCREEN, undefined, { getInitialValueInEffect: false })
  const named = CalendarAddress.parse(address)
  const view: CalendarView = phone ? 'agenda' : (named.view ?? 'month')
  const date = named.date ?? cityToday()

  const show = (to: Partial<z.output<typeof CalendarAddress>>, resetScroll = false) =>
    void navigate({
      to: '.',
      // The filters stay.
      search: (before: Record<string, unknown>) => ({
        ...before,
        ...Object.fromEntries(Object.entries(to).map(([name, value]) => [name, value ?? undefined])),
      }),
      resetScroll,
    })

  return { view, date, phone, show }
}
