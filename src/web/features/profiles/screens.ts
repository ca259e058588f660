import { trpc } from '../../api.ts'
import { adminRoles, residentRoles, vendorRoles, type WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

export const profiles: WebFeature = {
  screens: [
    {
      path: '/home/settings', // [2.route.home-settings]
      page: 'home',
      shownTo: residentRoles,
      title: 'Account Settings',
      menu: { of: 'resident', label: 'Settings', icon: 'settings', order: 70 }, // [2.menu.resident.7]
      queries: () => [trpc.profiles.get.queryOptions()],
      component: lazyPart(() => import('./settings-page.tsx'), 'SettingsPage'),
    },
    {
      path: '/vendor/profile', // [2.route.vendor-profile]
      page: 'vendor',
      shownTo: vendorRoles,
      title: 'Vendor Settings',
      menu: { of: 'vendor', label: 'Profile', icon: 'user', order: 40 }, // [2.menu.vendor.4]
      queries: () => [trpc.vendors.get.queryOptions(), trpc.services.catalog.queryOptions()],
      component: lazyPart(() => import('./vendor-settings-page.tsx'), 'VendorSettingsPage'),
    },
    {
      path: '/vendor/settings',
      page: 'vendor',
      shownTo: vendorRoles,
      title: 'Your Settings',
      crew: { label: 'Settings', icon: 'settings', order: 20 },
      queries: () => [trpc.profiles.get.queryOptions()],
      component: lazyPart(() => import('./colleague-settings-page.tsx'), 'ColleagueSettingsPage'),
    },
    {
      path: '/admin/settings', // [2.route.admin-settings]
      page: 'admin',
      shownTo: adminRoles,
      title: 'Admin Settings',
      menu: { of: 'admin', label: 'Settings', icon: 'settings', order: 130 }, // [2.menu.admin.13]
      component: lazyPart(() => import('./admin-settings-page.tsx'), 'AdminSettingsPage'),
    },
  ],
}
