import { Title } from '@mantine/core'
import {
  IconCalendarStats,
  IconChartBar,
  IconHourglass,
  IconTargetArrow,
  IconWallet,
} from '@tabler/icons-react'
import { Suspense } from 'react'
import { type BudgetRow, type BudgetSheet, budgetSheet } from '../../../domain/budget/budget.ts'
import { budgetStanding } from '../../../domain/budget/budget-words.ts'
import { formatMonth } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { monthText } from '../../../domain/month.ts'
import tableClasses from '../../ui/cards-table.module.css'
import { CardsTable } from '../../ui/cards-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { StatCard, StatGrid } from '../../ui/stat-card.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { BUDGET_MESSAGES } from './budget-messages.ts'
import classes from './budget-page.module.css'
import { BudgetVersions } from './budget-versions.tsx'
import { FigureLink } from './figure-link.tsx'
import type { SpendPart } from './spend-address.ts'
import { UnitShare } from './unit-share.tsx'
import type { YearBudget } from './year-budget.ts'

// The library of charts is large, and the tables say the same.
const BudgetChart = lazyPart(() => import('./budget-chart.tsx'), 'BudgetChart')

const icon = { size: 20, stroke: 1.8 }

export function BudgetView({ budget }: { budget: YearBudget }) {
  const { year, figures, versions, units, categories } = budget
  const lines = versions[0]?.lines ?? []
  const sheet = budgetSheet(year, lines, figures)
  const { total } = sheet
  if (sheet.categories.length === 0)
    return (
      <EmptyState icon={<IconChartBar size={28} stroke={1.6} />} title={`Nothing of ${year} yet`}>
        Once a budget is set, a quote is accepted or a visit is finished, its amounts appear here.
      </EmptyState>
    )
  const link = (part: SpendPart, amount: number, label: string) => (
    <FigureLink amount={amount} of={{ year, month: null, category: null, part }} label={label} />
  )
  return (
    <>
      <StatGrid>
        <StatCard
          label={`Budget of ${year}`}
          value={lines.length > 0 ? formatMoney(total.budget) : 'Not set'}
          hint={lines.length > 0 ? budgetStanding(total) : 'The HOA representative sets it'}
          icon={<IconTargetArrow {...icon} />}
        />
        <StatCard
          label="Spent"
          value={link('spent', total.spent, `spent in ${year}`)}
          hint="Invoices, finished visits and fees"
          icon={<IconWallet {...icon} />}
        />
        <StatCard
          label="Committed"
          value={link('to_come', total.to_come, `to come in ${year}`)}
          hint="Agreed visits and fees to come"
          icon={<IconHourglass {...icon} />}
        />
        <StatCard
          label="Forecast"
          value={link('all', total.forecast, `forecast of ${year}`)}
          hint="Spent and committed together"
          icon={<IconCalendarStats {...icon} />}
        />
      </StatGrid>
      <UnitShare units={units} sheet={sheet} hasBudget={lines.length > 0} />
      <section className={classes.section} aria-labelledby="categories">
        <Title order={2} id="categories">
          By category
        </Title>
        <Suspense fallback={<div className={classes.chart} />}>
          <BudgetChart
            label={`Budget, spent and committed of ${year} by category. The table below says the same.`}
            bars={sheet.categories.map((row) => ({ name: row.category, ...row }))}
            wide
          />
        </Suspense>
        <CategoryTable year={year} sheet={sheet} catalog={categories} />
      </section>
      <section className={classes.section} aria-labelledby="months">
        <Title order={2} id="months">
          By month
        </Title>
        <Suspense fallback={<div className={classes.chart} />}>
          <BudgetChart
            label={`Budget, spent and committed of ${year} by month. The table below says the same.`}
            bars={sheet.months.map((row) => ({ name: formatMonth(row.month).slice(0, 3), ...row }))}
          />
        </Suspense>
        <MonthTable year={year} sheet={sheet} />
      </section>
      {versions.length > 0 && <BudgetVersions versions={versions} />}
    </>
  )
}

type SheetProps = { year: number; sheet: BudgetSheet }

function StandingBadge({ row }: { row: BudgetRow }) {
  const words = budgetStanding(row)
  if (row.budget === 0) return words
  const tone = row.spent > row.budget ? 'red' : row.forecast > row.budget ? 'amber' : 'green'
  return <StatusBadge tone={tone}>{words}</StatusBadge>
}

function CategoryTable({ year, sheet, catalog }: SheetProps & { catalog: readonly string[] }) {
  const row = (name: string, category: string | null, own: BudgetRow) => (
    <tr key={name} className={tableClasses.row} data-total={category === null || undefined}>
      <th scope="row" className={tableClasses.name}>
        {name}
        {category !== null && !catalog.includes(category) && (
          <p className={tableClasses.aside}>{BUDGET_MESSAGES.gone}</p>
        )}
      </th>
      <Amounts of={{ year, month: null, category }} row={own} label={category === null ? `${year}` : name} />
      <td data-label="Standing" className={tableClasses.cell}>
        <StandingBadge row={own} />
      </td>
    </tr>
  )
  return (
    <div className={classes.amounts}>
      <CardsTable
        labelledBy="categories"
        columns={['Category', 'Budget', 'Spent', 'Committed', 'Forecast', 'Standing']}
        actions={false}
      >
        {sheet.categories.map((own) => row(own.category, own.category, own))}
        {row('In all', null, sheet.total)}
      </CardsTable>
    </div>
  )
}

/** On a phone two months beside each other. */
function MonthTable({ year, sheet }: SheetProps) {
  return (
    <div className={`${classes.amounts} ${classes.months}`}>
      <CardsTable
        labelledBy="months"
        columns={['Month', 'Budget', 'Spent', 'Committed', 'Forecast']}
        actions={false}
      >
        {sheet.months.map((own) => (
          <tr key={own.month} className={tableClasses.row}>
            <th scope="row" className={tableClasses.name}>
              {formatMonth(own.month)}
            </th>
            <Amounts
              of={{ year, month: monthText(own.month), category: null }}
              row={own}
              label={formatMonth(own.month)}
            />
          </tr>
        ))}
      </CardsTable>
    </div>
  )
}

type AmountsProps = {
  of: { year: number; month: string | null; category: string | null }
  row: BudgetRow
  label: string
}

function Amounts({ of, row, label }: AmountsProps) {
  const cell = (name: string, part: SpendPart, amount: number) => (
    <td data-label={name} className={tableClasses.cell}>
      <FigureLink amount={amount} of={{ ...of, part }} label={`${name.toLowerCase()}, ${label}`} />
    </td>
  )
  return (
    <>
      <td data-label="Budget" className={tableClasses.cell}>
        {row.budget === 0 ? '–' : formatMoney(row.budget)}
      </td>
      {cell('Spent', 'spent', row.spent)}
      {cell('Committed', 'to_come', row.to_come)}
      {cell('Forecast', 'all', row.forecast)}
    </>
  )
}
