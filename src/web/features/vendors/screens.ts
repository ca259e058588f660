import { trpc } from '../../api.ts'
import { residentRoles, vendorRoles, type WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { vendorSettings } from '../profiles/slots.ts'

export const vendors: WebFeature = {
  screens: [
    {
      path: '/vendor/dashboard', // [2.route.vendor-dashboard]
      page: 'vendor',
      shownTo: vendorRoles,
      title: 'Vendor Dashboard',
      menu: { of: 'vendor', label: 'Dashboard', icon: 'home', order: 10 }, // [2.menu.vendor.1]
      queries: () => [trpc.vendors.dashboard.queryOptions()],
      component: lazyPart(() => import('./vendor-dashboard-page.tsx'), 'VendorDashboardPage'),
    },
    {
      path: '/home/services/vendor',
      page: 'home',
      shownTo: residentRoles,
      title: 'Vendor',
      component: lazyPart(() => import('./vendor-profile-page.tsx'), 'VendorProfilePage'),
    },
  ],
  sections: [
    section(
      vendorSettings,
      lazyPart(() => import('./company-section.tsx'), 'CompanySection'),
      { order: 3, queries: () => [trpc.vendors.own.queryOptions()] },
    ),
  ],
}
