import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../api.ts'
import { useSession } from '../../session/session.ts'
import { NoBuilding } from '../../ui/no-building.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { CardSkeletons } from '../../ui/skeletons.tsx'
import { WhenSettled } from '../../ui/when-settled.tsx'
import classes from './billing-page.module.css'
import { NextPayment } from './next-payment.tsx'
import { PaymentHistory } from './payment-history.tsx'
import { PlanDetails } from './plan-details.tsx'

/** /home/billing and /home/payments: what is due, for what, and what was paid (section 2, screen 10). */
export function BillingPage() {
  const building = useSession()?.building
  const enabled = Boolean(building)
  const queries = [
    useQuery({ ...trpc.billing.next.queryOptions(), enabled }),
    useQuery({ ...trpc.billing.payments.queryOptions({ page: 1 }), enabled }),
  ]
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
      <WhenSettled queries={queries} skeleton={<CardSkeletons count={2} label="Loading the payments…" />}>
        <div className={classes.columns}>
          <NextPayment />
          <PlanDetails building={building} />
        </div>
        <PaymentHistory />
      </WhenSettled>
    </Page>
  )
}
