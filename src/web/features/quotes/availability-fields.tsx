import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { availabilityText } from '../../../domain/visits/availability.ts'
import { pairInputProps } from '../../forms/form-errors.ts'
import { WeekdayChoice } from '../../forms/weekday-choice.tsx'
import formClasses from '../../ui/dialog-form.module.css'
import classes from './availability-fields.module.css'

type TypedAvailability = { weekdays: number[]; arrives_from: string; arrives_until: string }

type Props<Values, Validation> = { form: UseFormReturnType<Values, Values, Validation> }

/** On which days a vendor comes and between which times it arrives, folded away until it is wanted. Product 1.2 */
export function AvailabilityFields<Values extends TypedAvailability, Validation>({
  form,
}: Props<Values, Validation>) {
  const { weekdays, arrives_from, arrives_until } = form.values
  const text = availabilityText({
    weekdays,
    arrives_from: arrives_until && arrives_from ? arrives_from : null,
    arrives_until: arrives_from && arrives_until ? arrives_until : null,
  })
  const [opened, setOpened] = useState(false)
  const wrong = form.errors.weekdays ?? form.errors.arrives_from ?? form.errors.arrives_until
  return (
    <details
      className={classes.details}
      open={opened || wrong !== undefined}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary>
        <span className={classes.title}>Days and arrival time</span>
        <span className={classes.text}>{text || 'Any day, at 9:00 AM'}</span>
      </summary>
      <div className={formClasses.form}>
        <WeekdayChoice
          label="Days you come"
          description="None ticked: any day. A visit moves to the next day that suits you and the building."
          value={weekdays}
          onChange={(days) => form.setValues({ weekdays: days } as Partial<Values>)}
          error={form.errors.weekdays}
        />
        <div className={formClasses.pair}>
          <TextInput
            type="time"
            label="Arrives between"
            {...pairInputProps(form, 'arrives_from', 'arrives_until')}
          />
          <TextInput type="time" label="and" {...pairInputProps(form, 'arrives_until', 'arrives_from')} />
        </div>
      </div>
    </details>
  )
}
