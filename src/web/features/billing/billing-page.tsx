import { Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { PLAN_INCLUSIONS } from '../../../domain/billing/messages.ts'
import { MONTHLY_FEE } from '../../../domain/billing/proration.ts'
import { formatMoney } from '../../../domain/money.ts'
import { trpc } from '../../api.ts'
import { type KnownSession, useSession } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { NoBuilding } from '../../ui/no-building.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Sections } from '../../ui/sections.tsx'
import { CardSkeletons } from '../../ui/skeletons.tsx'
import { WhenSettled } from '../../ui/when-settled.tsx'
import classes from './billing-page.module.css'
import { NextPayment } from './next-payment.tsx'
import { PaymentHistory } from './payment-history.tsx'
import { abovePayments, belowNextPayment } from './slots.ts'

// Loaded after the page: it stands below the fold.
const PastSpend = lazyPart(() => import('./past-spend.tsx'), 'PastSpend')

/** /home/billing and /home/payments: what is due, for what, and what was paid. */
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
        <Suspense fallback={null}>
          <Sections slot={abovePayments} />
        </Suspense>
        <div className={classes.columns}>
          <NextPayment />
          <PlanDetails building={building} />
        </div>
        <Suspense fallback={null}>
          <Sections slot={belowNextPayment} />
        </Suspense>
        <PaymentHistory />
        <Suspense fallback={null}>
          <PastSpend />
        </Suspense>
      </WhenSettled>
    </Page>
  )
}

type PlanProps = { building: NonNullable<KnownSession['building']> }

/** What the fee is, what it buys, and for which building. [2.billing.2] [2.billing.7] */
function PlanDetails({ building: { name, address, city, state, zip_code } }: PlanProps) {
  return (
    <section className={classes.card} aria-labelledby="plan">
      <div className={classes.head}>
        <Title order={2} id="plan" className={classes.title}>
          Plan details
        </Title>
      </div>
      <p className={classes.price}>
        {formatMoney(MONTHLY_FEE)} <small>per month</small>
      </p>
      <p className={classes.note}>One flat fee for the whole building, due on the 1st of each month.</p>
      <ul className={classes.inclusions} aria-label="Plan inclusions">
        {PLAN_INCLUSIONS.map((inclusion) => (
          <li key={inclusion}>
            <IconCheck size={18} stroke={2.2} aria-hidden />
            {inclusion}
          </li>
        ))}
      </ul>
      <dl className={classes.facts}>
        <dt>Your building</dt>
        {name && <dd>{name}</dd>}
        <dd>
          {address}, {city}, {state} {zip_code}
        </dd>
      </dl>
    </section>
  )
}
