import { NoBuilding } from '../buildings/no-building.tsx'
import { useSession } from '../session.ts'
import { Page } from '../ui/page.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import classes from './billing-page.module.css'
import { NextPayment } from './next-payment.tsx'
import { PaymentHistory } from './payment-history.tsx'
import { PlanDetails } from './plan-details.tsx'

/** /home/billing and /home/payments: what is due, for what, and what was paid (section 2, screen 10). */
export function BillingPage() {
  const building = useSession()?.building
  if (!building) {
    return (
      <Page>
        <PageHeader title="HOA Payments" />
        <NoBuilding />
      </Page>
    )
  }
  return (
    <Page>
      <PageHeader
        eyebrow={building.name ?? building.address}
        title="HOA Payments"
        lead="What your building owes, what it gets for it, and every payment so far."
      />
      <div className={classes.columns}>
        <NextPayment />
        <PlanDetails building={building} />
      </div>
      <PaymentHistory />
    </Page>
  )
}
