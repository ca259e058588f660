import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { availabilityText } from '../../../domain/visits/availability.ts'
import { pairInputProps } from '../../forms/form-errors.ts'
import { WeekdayChoice } from '../../forms/weekday-choice.tsx'
import formClasses from '../../ui/dialog-form.module.css'
import { FoldedFields } from '../../ui/folded-fields.tsx'

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
  const wrong = form.errors.weekdays ?? form.errors.arrives_from ?? form.errors.arrives_until
  return (
    <FoldedFields
      title="Days and arrival time"
      text={text || 'Any day, at 9:00 AM'}
      wrong={wrong !== undefined}
    >
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
    </FoldedFields>
  )
}
