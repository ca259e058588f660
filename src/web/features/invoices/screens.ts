import { trpc } from '../../api.ts'
import { vendorRoles, type WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { belowNextPayment } from '../billing/slots.ts'

// An address without a tab shows one of these two, as there are drafts or not.
const firstPages = (search: string) => [
  trpc.invoices.monthly.queryOptions(),
  trpc.invoices.counts.queryOptions(),
  ...(search === ''
    ? (['draft', 'all'] as const).map((tab) => trpc.invoices.list.queryOptions({ tab, page: 1 }))
    : []),
]

export const invoices: WebFeature = {
  screens: [
    {
      path: '/vendor/invoices', // [2.route.vendor-invoices]
      page: 'vendor',
      shownTo: vendorRoles,
      title: 'Invoices',
      menu: { of: 'vendor', label: 'Invoices', icon: 'receipt', order: 30 }, // [2.menu.vendor.3]
      queries: firstPages,
      component: lazyPart(() => import('./vendor-invoices-page.tsx'), 'VendorInvoicesPage'),
    },
  ],
  sections: [
    section(
      belowNextPayment,
      lazyPart(() => import('./received-invoices.tsx'), 'ReceivedInvoices'),
      { order: 10, queries: () => [trpc.invoices.received.queryOptions({ page: 1, search: null })] },
    ),
  ],
}
