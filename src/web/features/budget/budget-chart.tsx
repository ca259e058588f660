import '@mantine/charts/styles.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import { BarChart } from '@mantine/charts'
import { useMediaQuery } from '@mantine/hooks'
import { useId } from 'react'
import type { BudgetRow } from '../../../domain/budget/budget.ts'
import { formatMoney } from '../../../domain/money.ts'
import { formatNumber } from '../../../domain/number.ts'
import classes from './budget-page.module.css'

type Bar = BudgetRow & { name: string }
type Props = {
  /** What it shows, for those who can't see it. */
  label: string
  bars: Bar[]
  /** Bars lie, with long names beside them. */
  wide?: boolean
}

/** The budget as an outline, what is spent filled, and what is to come hatched: told apart without color, and on paper. Product 3.4 */
export function BudgetChart({ label, bars, wide = false }: Props) {
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false })
  const hatch = useId()
  // Mantine's bars have no outline of their own.
  const outline = { strokeWidth: 1.5, strokeOpacity: 1 }
  const fills = {
    Budget: { fill: 'var(--card)', stroke: 'var(--ink-soft)', ...outline },
    Spent: { fill: 'var(--evergreen)', stroke: 'var(--evergreen)', ...outline },
    Committed: { fill: `url(#${CSS.escape(hatch)})`, stroke: 'var(--evergreen)', ...outline },
  }
  const data = bars.map(({ name, budget, spent, to_come }) => ({
    name: phone && !wide ? name.slice(0, 1) : name,
    at: name,
    Budget: budget / 100,
    Spent: spent / 100,
    Committed: to_come / 100,
  }))
  return (
    <figure className={classes.figure}>
      <ul className={classes.legend} aria-hidden>
        {Object.entries(fills).map(([name, fill]) => (
          <li key={name}>
            <svg className={classes.swatch} viewBox="0 0 18 14">
              <title>{name}</title>
              <rect x="1" y="1" width="16" height="12" {...fill} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <svg width="0" height="0" aria-hidden className={classes.patterns}>
        <title>Hatching</title>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" fill="var(--card)" />
          <rect width="2.5" height="6" fill="var(--evergreen)" />
        </pattern>
      </svg>
      <div role="img" aria-label={label} className={classes.chart} data-wide={wide || undefined}>
        <BarChart
          h={wide ? Math.max(160, 64 + bars.length * 52) : 260}
          data={data}
          dataKey="name"
          orientation={wide ? 'vertical' : 'horizontal'}
          series={[
            { name: 'Budget', color: 'gray', stackId: 'budget' },
            { name: 'Spent', color: 'gray', stackId: 'spent' },
            { name: 'Committed', color: 'gray', stackId: 'spent' },
          ]}
          barProps={({ name }) => ({ ...fills[name as keyof typeof fills], isAnimationActive: false })}
          barChartProps={{ accessibilityLayer: false, barGap: 2, barCategoryGap: '22%' }}
          maxBarWidth={22}
          valueFormatter={(dollars) => formatMoney(Math.round(dollars * 100))}
          yAxisProps={
            wide ? { width: phone ? 104 : 150, interval: 0 } : { width: 64, tickFormatter: shortDollars }
          }
          xAxisProps={wide ? { tickFormatter: shortDollars, tickCount: phone ? 3 : 6 } : { interval: 0 }}
          withTooltip={!phone}
          tooltipAnimationDuration={0}
        />
      </div>
    </figure>
  )
}

/** Whole dollars, so that an axis is narrow. */
const shortDollars = (dollars: number) => `$${formatNumber(Math.round(dollars))}`
