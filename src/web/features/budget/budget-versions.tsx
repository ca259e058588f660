import { Title } from '@mantine/core'
import { budgetTotal } from '../../../domain/budget/budget.ts'
import { formatLongDate, today } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { CITY_TIME_ZONE } from '../../city.ts'
import classes from './budget-page.module.css'
import type { YearBudget } from './year-budget.ts'

/** Every version of a year's budget, the last one first: when it was set, and who set it. Product 3.4 */
export function BudgetVersions({ versions }: Pick<YearBudget, 'versions'>) {
  return (
    <section className={classes.section} aria-labelledby="versions">
      <Title order={2} id="versions">
        Versions of the budget
      </Title>
      <ul className={classes.versions}>
        {versions.map(({ version, set_at, set_by, lines }) => (
          <li key={version}>
            <strong>
              Version {version}: {formatMoney(budgetTotal(lines))}
            </strong>
            <span>
              {formatLongDate(today(new Date(set_at), CITY_TIME_ZONE))}
              {set_by !== null && `, by ${set_by}`}
            </span>
            <details>
              <summary>Its categories</summary>
              <dl>
                {lines.map(({ category, amount }) => (
                  <div key={category}>
                    <dt>{category}</dt>
                    <dd>{formatMoney(amount)}</dd>
                  </div>
                ))}
              </dl>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}
