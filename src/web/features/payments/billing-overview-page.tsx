import { portalSettings } from '../../portal-settings.ts'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FeeLedger } from './fee-ledger.tsx'
import { NextFeeRun } from './next-fee-run.tsx'
import { PayoutList } from './payout-list.tsx'

/** Billing Overview: what buildings owe and paid for the portal. [2.placeholder.admin-billing] Product 3.6 */
export function BillingOverviewPage() {
  return (
    <Page>
      <PageHeader title="Billing Overview" lead="Monthly fees and payments." />
      <NextFeeRun />
      <FeeLedger />
      {portalSettings.takes_payments && <PayoutList />}
    </Page>
  )
}
