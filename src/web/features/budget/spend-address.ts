import { useLocation, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { LIMITS } from '../../../domain/limits.ts'
import { calendarMonth, monthText } from '../../../domain/month.ts'
import { cityToday } from '../../city.ts'

/** Of a figure: what is spent, what is to come, or both. */
export const PARTS = { all: 'Spent and to come', spent: 'Spent', to_come: 'Still to come' } as const
export type SpendPart = keyof typeof PARTS

const month = z
  .string()
  .refine((text) => calendarMonth('Month').safeParse(text).success)
  .nullable()
const YearAddress = z.coerce.number().int().min(2000).max(2999).nullable().catch(null)
const SpendAddress = z.object({
  year: YearAddress,
  month: month.catch(null),
  category: z.string().trim().min(1).max(LIMITS.category).nullable().catch(null),
  part: z.enum(['all', 'spent', 'to_come']).catch('all'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})

/** A figure that is opened: of a month ('YYYY-MM'), or of a year without one. */
export type ShownFigure = z.output<typeof SpendAddress> & { year: number }

/** The address of what a figure is made of. */
export function figureAddress({ year, month, category, part }: Omit<ShownFigure, 'page'>) {
  const named = Object.entries({
    ...(month === null ? { year: String(year) } : { month }),
    category,
    part: part === 'all' ? null : part,
  })
  const search = Object.fromEntries(named.flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
  return { to: '/home/spending', search } as const
}

/** Which figure the address opens, and how to open another one. */
export function useFigure() {
  const address = useLocation({ select: (location) => location.search as Record<string, unknown> })
  const navigate = useNavigate()
  const known = SpendAddress.parse(address)
  const shown: ShownFigure = {
    ...known,
    year: Number((known.month ?? '').slice(0, 4)) || (known.year ?? thisYear()),
  }
  const show = ({ page, ...figure }: ShownFigure, isGone = false) => {
    const { search } = figureAddress(figure)
    void navigate({
      to: '.',
      search: page === 1 ? search : { ...search, page },
      replace: isGone,
      resetScroll: false,
    })
  }
  return { shown, show }
}

/** The year that the address names, or this one. */
export function useYear() {
  const asked = useLocation({ select: (location) => (location.search as Record<string, unknown>).year })
  const navigate = useNavigate()
  const showYear = (year: number) => void navigate({ to: '.', search: { year }, resetScroll: false })
  return { year: YearAddress.parse(asked ?? null) ?? thisYear(), showYear }
}

const thisYear = () => Number(monthText(cityToday()).slice(0, 4))
