import { IconHome, IconReceipt } from '@tabler/icons-react'
import { trpc } from '../../api.ts'
import { vendors as audience, type Feature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { placeholder } from '../../ui/placeholder-page.tsx'

export const vendors: Feature = {
  screens: [
    {
      path: '/vendor/dashboard', // [2.route.vendor-dashboard]
      page: 'vendor',
      audience,
      title: 'Vendor Dashboard',
      menu: { of: 'vendor', label: 'Dashboard', icon: IconHome, order: 10 }, // [2.menu.vendor.1]
      queries: () => [trpc.vendors.dashboard.queryOptions()],
      component: lazyPart(() => import('./vendor-dashboard-page.tsx'), 'VendorDashboardPage'),
    },
    {
      path: '/vendor/invoices', // [2.route.vendor-invoices]
      page: 'vendor',
      audience,
      title: 'Invoices',
      menu: { of: 'vendor', label: 'Invoices', icon: IconReceipt, order: 30 }, // [2.menu.vendor.3]
      component: placeholder('Invoices', 'Create invoices for finished visits and see what has been paid.'), // [2.placeholder.vendor-invoices]
    },
  ],
}
