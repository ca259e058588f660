import { Title } from '@mantine/core'
import type { BudgetSheet } from '../../../domain/budget/budget.ts'
import { unitShares } from '../../../domain/budget/shares.ts'
import { formatMoney } from '../../../domain/money.ts'
import classes from './budget-page.module.css'

type ShareProps = { units: number | null; sheet: BudgetSheet; hasBudget: boolean }

/** What each unit bears, to the cent. Product 3.4 */
export function UnitShare({ units, sheet: { total }, hasBudget }: ShareProps) {
  const shares = [
    ...(hasBudget ? [['Budget', unitShares(total.budget, units)] as const] : []),
    ['Spent', unitShares(total.spent, units)] as const,
    ['Forecast', unitShares(total.forecast, units)] as const,
  ]
  if (units === null) return null
  return (
    <section className={classes.shares} aria-labelledby="unit-share">
      <Title order={2} id="unit-share" size="h3">
        Each unit’s share
      </Title>
      <dl>
        {shares.map(
          ([name, share]) =>
            share && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  {formatMoney(share.each)}
                  {share.one_more > 0 && (
                    <small>
                      {share.one_more === 1 ? '1 unit' : `${share.one_more} units`}{' '}
                      {formatMoney(share.each + 1)}
                    </small>
                  )}
                </dd>
              </div>
            ),
        )}
      </dl>
      <p>In equal parts by {units === 1 ? '1 unit' : `${units} units`}, which are the whole to the cent.</p>
    </section>
  )
}
