import { trpc } from '../../api.ts'
import { residentRoles, vendorRoles, type WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

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
      path: '/vendor/company',
      page: 'vendor',
      shownTo: vendorRoles,
      title: 'Company Profile',
      component: lazyPart(() => import('./company-page.tsx'), 'CompanyPage'),
    },
    {
      path: '/home/services/vendor',
      page: 'home',
      shownTo: residentRoles,
      title: 'Vendor',
      component: lazyPart(() => import('./vendor-profile-page.tsx'), 'VendorProfilePage'),
    },
  ],
}
