import { NativeSelect, UnstyledButton } from '@mantine/core'
import { IconReceipt2 } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { monthsOfYear } from '../../../domain/budget/budget.ts'
import { lineState, lineWords } from '../../../domain/budget/spend-words.ts'
import { type CalendarDate, formatMonth, formatShortDate } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { monthText } from '../../../domain/month.ts'
import { formatNumber } from '../../../domain/number.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import tableClasses from '../../ui/cards-table.module.css'
import { CardsTable } from '../../ui/cards-table.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { PARTS, type ShownFigure, useFigure } from './spend-address.ts'
import classes from './spending.module.css'
import type { ListedLine } from './year-budget.ts'

const LineDialog = lazyPart(() => import('./line-dialog.tsx'), 'LineDialog')

const TO_COME = { all: null, spent: false, to_come: true } as const

/** The lines of the figure in the address, and the choice of another one. */
export function SpendingView() {
  const { shown, show } = useFigure()
  const { year, month, category, part, page } = shown
  const lines = useQuery(
    trpc.budget.lines.queryOptions(
      { year, month, category, to_come: TO_COME[part], page },
      { placeholderData: keepPreviousData },
    ),
  )
  return (
    <>
      <FigureChoice shown={shown} onShow={show} />
      {lines.data ? (
        <>
          <p className={classes.sum} role="status" data-before={lines.isPlaceholderData || undefined}>
            <strong>{formatMoney(lines.data.amount)}</strong>{' '}
            {lines.data.total === 1 ? 'in 1 line' : `in ${formatNumber(lines.data.total)} lines`}
          </p>
          {lines.data.total > 0 ? (
            <LineTable lines={lines.data.lines} today={lines.data.today} />
          ) : (
            <EmptyState icon={<IconReceipt2 size={28} stroke={1.6} />}>
              Nothing was spent or agreed here. Choose another month or category.
            </EmptyState>
          )}
          <Pager
            page={page}
            total={lines.data.total}
            pageSize={lines.data.page_size}
            isBefore={lines.isPlaceholderData}
            onPage={(to, isGone) => show({ ...shown, page: to }, isGone)}
            label="Pages of lines"
          />
        </>
      ) : lines.isError ? (
        <LoadFailed
          reason={`The lines could not be loaded. ${reasonOf(lines.error)}`}
          onRetry={() => lines.refetch()}
          busy={lines.isFetching}
        />
      ) : (
        <RowSkeletons label="Loading the lines…" />
      )}
    </>
  )
}

type ChoiceProps = { shown: ShownFigure; onShow: (figure: ShownFigure) => void }

function FigureChoice({ shown, onShow }: ChoiceProps) {
  const { year, month, category, part } = shown
  const budget = useQuery(trpc.budget.year.queryOptions({ year }, { placeholderData: keepPreviousData }))
  const known = new Set(budget.data?.figures.map((figure) => figure.category))
  if (category !== null) known.add(category)
  const choose = (change: Partial<ShownFigure>) => onShow({ ...shown, page: 1, ...change })
  return (
    <div className={classes.choice}>
      <NativeSelect
        label="Time"
        value={month ?? ''}
        data={[
          { value: '', label: `All of ${year}` },
          ...monthsOfYear(year).map((each) => ({ value: monthText(each), label: formatMonth(each) })),
        ]}
        onChange={({ currentTarget }) => choose({ month: currentTarget.value || null })}
      />
      <NativeSelect
        label="Category"
        value={category ?? ''}
        data={[{ value: '', label: 'All categories' }, ...[...known].sort()]}
        onChange={({ currentTarget }) => choose({ category: currentTarget.value || null })}
      />
      <NativeSelect
        label="What counts"
        value={part}
        data={Object.entries(PARTS).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => choose({ part: currentTarget.value as ShownFigure['part'] })}
      />
      {month !== null && (
        <div className={classes.downloads}>
          <DownloadLink path="/api/budget/statement.pdf" month={month} />
          <DownloadLink path="/api/budget/statement.csv" month={month} />
        </div>
      )}
    </div>
  )
}

type LinesProps = { lines: readonly ListedLine[]; today: CalendarDate }

function LineTable({ lines, today }: LinesProps) {
  const [line, setLine] = useState<ListedLine>()
  const [opened, setOpened] = useState(false)
  const open = (next: ListedLine) => {
    setLine(next)
    setOpened(true)
  }
  return (
    <section aria-labelledby="lines">
      <h2 id="lines" className={classes.title}>
        Lines
      </h2>
      <div className={classes.lines}>
        <CardsTable
          labelledBy="lines"
          columns={['What for', 'Day', 'Vendor', 'State', 'Amount']}
          actions={false}
        >
          {lines.map((each) => (
            <tr key={lineKey(each)} className={tableClasses.row}>
              <th scope="row" className={tableClasses.name}>
                <UnstyledButton className={classes.open} onClick={() => open(each)} aria-haspopup="dialog">
                  {lineWords(each)}
                </UnstyledButton>
              </th>
              <td data-label="Day" className={`${tableClasses.cell} ${tableClasses.short}`}>
                {each.kind === 'fee' ? formatMonth(each.day) : formatShortDate(each.day, today)}
              </td>
              <td data-label="Vendor" className={tableClasses.cell}>
                {each.company_name ?? '–'}
              </td>
              <td data-label="State" className={tableClasses.cell}>
                {lineState(each, today) || 'Charged'}
              </td>
              <td data-label="Amount" className={`${tableClasses.cell} ${classes.amount}`}>
                {formatMoney(each.amount)}
              </td>
            </tr>
          ))}
        </CardsTable>
      </div>
      <Suspense fallback={null}>
        {line && (
          <LineDialog
            key={lineKey(line)}
            line={line}
            today={today}
            opened={opened}
            onClose={() => setOpened(false)}
          />
        )}
      </Suspense>
    </section>
  )
}

const lineKey = ({ kind, source, day }: ListedLine) => `${kind} ${source ?? day}`
