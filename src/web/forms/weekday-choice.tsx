import { Checkbox } from '@mantine/core'
import { WEEKDAYS } from '../../domain/visits/availability.ts'
import classes from './weekday-choice.module.css'

type Props = {
  label: string
  description?: string
  value: readonly number[]
  onChange: (days: number[]) => void
  error?: React.ReactNode
}

/** Days of the week to tick: 1 is Monday. */
export function WeekdayChoice({ value, onChange, ...group }: Props) {
  return (
    <Checkbox.Group
      {...group}
      value={value.map(String)}
      onChange={(days) => onChange(days.map(Number).sort((one, other) => one - other))}
    >
      <div className={classes.days}>
        {WEEKDAYS.map(({ day, name }) => (
          <Checkbox
            key={day}
            value={String(day)}
            label={name.slice(0, 3)}
            aria-label={name}
            classNames={{ label: classes.label }}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}
