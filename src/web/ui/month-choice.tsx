import { NativeSelect } from '@mantine/core'
import { formatMonth } from '../../domain/calendar.ts'
import { monthText } from '../../domain/month.ts'

type Props = {
  label: string
  /** The 1st of each month, the newest first. */
  months: readonly string[]
  /** 'YYYY-MM'; null for all months. */
  month: string | null
  onMonth: (month: string | null) => void
  className?: string
}

/** Chooses one of several months, or all of them. */
export function MonthChoice({ label, months, month, onMonth, className }: Props) {
  const known = months.map((each) => ({ value: monthText(each), label: formatMonth(each) }))
  // A month of the address may have nothing.
  const others =
    month === null || known.some(({ value }) => value === month)
      ? []
      : [{ value: month, label: formatMonth(`${month}-01`) }]
  return (
    <NativeSelect
      className={className}
      label={label}
      data={[{ value: '', label: 'All months' }, ...others, ...known]}
      value={month ?? ''}
      onChange={({ currentTarget }) => onMonth(currentTarget.value || null)}
    />
  )
}
