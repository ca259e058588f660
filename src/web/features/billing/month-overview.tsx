import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { useDeferredValue } from 'react'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { AddServiceLink } from '../../ui/add-service-link.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { MonthFigures } from './month-figures.tsx'
import classes from './month-overview.module.css'
import { MonthSpend } from './month-spend.tsx'

/** The building's month on the dashboard: figures, the next step, and where the money goes. [8.silent.2] */
export function MonthOverview() {
  const dashboard = useQuery(trpc.billing.dashboard.queryOptions())
  // The table has many rows: new figures don't wait for it. The first ones do, or it would push down what is below.
  const month = useDeferredValue(dashboard.data) ?? dashboard.data
  if (dashboard.isLoadingError) {
    return (
      <LoadFailed
        reason={`Your dashboard could not be loaded. ${reasonOf(dashboard.error)}`}
        onRetry={() => dashboard.refetch()}
        busy={dashboard.isFetching}
      />
    )
  }
  return (
    <>
      <MonthFigures dashboard={dashboard.data} />
      {dashboard.data && <NextStep services={dashboard.data.services} />}
      <MonthSpend dashboard={month} />
    </>
  )
}

const count = (services: number) => (services === 1 ? '1 service' : `${services} services`)

type NextStepProps = { services: inferOutput<typeof trpc.billing.dashboard>['services'] }

/** The one thing to do next: ask for a first service, or look at quotes. Nothing when the building is set up. */
function NextStep({ services: { subscribed, waiting, quoted } }: NextStepProps) {
  if (waiting > 0) {
    return (
      <section className={classes.step} aria-labelledby="next-step">
        <div className={classes.text}>
          <Title order={2} id="next-step" className={classes.title}>
            {quoted > 0
              ? `Quotes to compare for ${count(quoted)}`
              : `Waiting for quotes for ${count(waiting)}`}
          </Title>
          <p>
            {quoted > 0
              ? 'Compare the prices that vendors sent, and accept the one that suits your building.'
              : 'Once a vendor sends a price, you can compare and accept it under Your Services.'}
          </p>
        </div>
        <ButtonLink to="/home/services" size="lg">
          {quoted > 0 ? 'See quotes' : 'See requests'}
        </ButtonLink>
      </section>
    )
  }
  if (subscribed > 0) return null
  return (
    <section className={classes.step} aria-labelledby="next-step">
      <div className={classes.text}>
        <Title order={2} id="next-step" className={classes.title}>
          Add your first service
        </Title>
        <p>Vendors of the city send their prices, you accept one, and its visits and costs appear here.</p>
      </div>
      <AddServiceLink />
    </section>
  )
}
