import { Title } from '@mantine/core'
import type { inferOutput } from '@trpc/tanstack-react-query'
import type { trpc } from '../../api.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import classes from './next-step.module.css'

type Props = { services: inferOutput<typeof trpc.billing.dashboard>['services'] }

/** The one thing to do next: ask for a first service, or look at quotes. Nothing when the building is set up. */
export function NextStep({ services: { subscribed, waiting } }: Props) {
  if (waiting > 0) {
    return (
      <section className={classes.step} aria-labelledby="next-step">
        <div className={classes.words}>
          <Title order={2} id="next-step" className={classes.title}>
            {waiting === 1
              ? 'Quotes are pending for 1 service'
              : `Quotes are pending for ${waiting} services`}
          </Title>
          <p>Compare the prices that vendors send, and accept the one that suits your building.</p>
        </div>
        <ButtonLink to="/home/services" size="lg">
          See quotes
        </ButtonLink>
      </section>
    )
  }
  if (subscribed > 0) return null
  return (
    <section className={classes.step} aria-labelledby="next-step">
      <div className={classes.words}>
        <Title order={2} id="next-step" className={classes.title}>
          Add your first service
        </Title>
        <p>Vendors of the city send their prices, you accept one, and its visits and costs appear here.</p>
      </div>
      <ButtonLink to="/home/services" size="lg">
        + Add Service
      </ButtonLink>
    </section>
  )
}
