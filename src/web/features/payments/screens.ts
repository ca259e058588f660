import { adminRoles, type WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { abovePayments, payFee } from '../billing/slots.ts'
import { besidePayment, payInvoice } from '../invoices/slots.ts'
import { adminSettings, vendorSettings } from '../profiles/slots.ts'

export const payments: WebFeature = {
  screens: [
    {
      path: '/admin/billing', // [2.route.admin-billing]
      page: 'admin',
      shownTo: adminRoles,
      title: 'Billing Overview',
      menu: { of: 'admin', label: 'Billing Overview', icon: 'receipt', order: 80 }, // [2.menu.admin.8]
      component: lazyPart(() => import('./billing-overview-page.tsx'), 'BillingOverviewPage'),
    },
  ],
  sections: [
    section(
      payFee,
      lazyPart(() => import('./pay-fee.tsx'), 'PayFee'),
      { order: 10 },
    ),
    section(
      abovePayments,
      lazyPart(() => import('./after-paying.tsx'), 'AfterPaying'),
      { order: 10 },
    ),
    section(
      adminSettings,
      lazyPart(() => import('./transfer-settings.tsx'), 'TransferSettings'),
      { order: 20 },
    ),
    section(
      vendorSettings,
      lazyPart(() => import('./vendor-account.tsx'), 'VendorAccount'),
      { order: 6 },
    ),
    section(
      payInvoice,
      lazyPart(() => import('./pay-invoice.tsx'), 'PayInvoice'),
      { order: 10 },
    ),
    section(
      besidePayment,
      lazyPart(() => import('./payment-actions.tsx'), 'PaymentActions'),
      { order: 10 },
    ),
  ],
}
