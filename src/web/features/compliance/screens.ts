import { adminRoles, type WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { vendorSettings } from '../profiles/slots.ts'

export const compliance: WebFeature = {
  screens: [
    {
      path: '/admin/vendors', // [2.route.admin-vendors]
      page: 'admin',
      shownTo: adminRoles,
      title: 'Vendor Management',
      menu: { of: 'admin', label: 'Vendors', icon: 'truck', order: 40 }, // [2.menu.admin.4]
      component: lazyPart(() => import('./vendor-management-page.tsx'), 'VendorManagementPage'),
    },
    {
      path: '/admin/services', // [2.route.admin-services]
      page: 'admin',
      shownTo: adminRoles,
      title: 'Service Catalog',
      menu: { of: 'admin', label: 'Services', icon: 'tools', order: 50 }, // [2.menu.admin.5]
      component: lazyPart(() => import('./service-catalog-page.tsx'), 'ServiceCatalogPage'),
    },
  ],
  sections: [
    section(
      vendorSettings,
      lazyPart(() => import('./compliance-section.tsx'), 'ComplianceSection'),
      { order: 4 },
    ),
  ],
}
