import { Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { PLAN_INCLUSIONS } from '../../../domain/billing/messages.ts'
import { MONTHLY_FEE } from '../../../domain/billing/proration.ts'
import { formatMoney } from '../../../domain/money.ts'
import type { Session } from '../../session/session.ts'
import classes from './billing-page.module.css'

type Props = { building: NonNullable<Session['building']> }

/** What the fee is, what it buys, and for which building (section 9). [2.billing.2] [2.billing.7] */
export function PlanDetails({ building: { name, address, city, state, zip_code } }: Props) {
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
