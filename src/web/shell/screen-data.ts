import type { FetchQueryOptions } from '@tanstack/react-query'
import type { TRPCQueryKey } from '@trpc/tanstack-react-query'
import { trpc } from '../api.ts'

type Question = Pick<FetchQueryOptions<unknown, unknown, unknown, TRPCQueryKey>, 'queryKey' | 'queryFn'>

const upcoming = () => trpc.appointments.upcoming.queryOptions({ page: 1, all: true })
const payments = () => [trpc.billing.next.queryOptions(), trpc.billing.payments.queryOptions({ page: 1 })]
// Which tab or page an address names is the screen's to read: only the first one's list is asked for ahead.
const vendorQuotes = (search: string) => [
  trpc.quotes.counts.queryOptions(),
  ...(search === '' ? [trpc.quotes.list.queryOptions({ tab: 'all', page: 1 })] : []),
]

/**
 * What a screen (routes.tsx) asks for at first, at its address with this search. Apart from the screens, so that it is asked
 * before any of what draws them is run.
 */
export const SCREEN_DATA: Partial<Record<string, (search: string) => Question[]>> = {
  '/vendor/dashboard': () => [trpc.vendors.dashboard.queryOptions()],
  '/vendor/services': vendorQuotes,
  '/vendor/quotes': vendorQuotes,
  '/vendor/appointments': (search) =>
    search === '' ? [trpc.appointments.toComplete.queryOptions({ page: 1 }), upcoming()] : [],
  '/vendor/profile': () => [trpc.vendors.settings.queryOptions(), trpc.services.catalogue.queryOptions()],
  '/home/dashboard': () => [trpc.billing.dashboard.queryOptions()],
  '/home/building': () => [
    trpc.buildings.mine.queryOptions(),
    trpc.documents.list.queryOptions(),
    trpc.members.list.queryOptions(),
  ],
  '/home/billing': payments,
  '/home/services': () => [trpc.services.list.queryOptions(), upcoming()],
  '/home/payments': payments,
  '/home/settings': () => [trpc.accounts.profile.queryOptions()],
}

/** An address as the routes spell it. */
export function pathOf(pathname: string): string {
  return pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
}
