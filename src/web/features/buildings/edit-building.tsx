import { Button, Checkbox, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { UpdateBuildingForm } from '../../../domain/buildings/description.ts'
import { formatNumber } from '../../../domain/number.ts'
import { trpc } from '../../api.ts'
import { Fields } from '../../forms/fields.tsx'
import { pairInputProps } from '../../forms/form-errors.ts'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { WeekdayChoice } from '../../forms/weekday-choice.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import classes from '../../ui/dialog-form.module.css'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { SupportLink } from '../../ui/support-link.tsx'

type Building = inferOutput<typeof trpc.buildings.mine>
const FIGURES = ['number_of_floors', 'number_of_units', 'square_feet'] as const

type Props = { building: Building; opened: boolean; onClose: () => void }

/** The captain corrects what the portal knows of the building. */
export function EditBuildingDialog({ building, opened, onClose }: Props) {
  const { mutateAsync, isPending } = useMutation(trpc.buildings.update.mutationOptions())
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!isPending}
      size="lg"
      title="Edit Building"
      lead="Vendors see these facts when you ask them for a quote."
    >
      <BuildingForm building={building} save={mutateAsync} onClose={onClose} />
    </FormDialog>
  )
}

type BuildingFormProps = {
  building: Building
  save: (building: ReturnType<typeof UpdateBuildingForm.parse>) => Promise<unknown>
  onClose: () => void
}

function BuildingForm({ building, save, onClose }: BuildingFormProps) {
  const form = useForm({
    initialValues: toValues(building),
    validate: schemaResolver(UpdateBuildingForm, { sync: true }),
  })
  const busy = form.submitting
  useDraft('building', form)

  const onSubmit = sendForm(form, {
    send: async (values) => {
      await save(UpdateBuildingForm.parse(values))
      onClose()
      notify.success('Building updated successfully')
    },
    failed: (reason) => `Failed to update the building: ${reason}`,
    causes: ['building_updated'],
  })

  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <TextInput
        label="Building Name"
        description="Optional"
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Fields form={form} names={FIGURES} optional={['number_of_floors', 'square_feet']} focusFirst={false} />
      <WeekdayChoice
        label="Nobody comes on"
        description="Vendors then come on the next day. Visits that are booked already stay."
        value={form.values.closed_weekdays}
        onChange={(days) => form.setFieldValue('closed_weekdays', days)}
        error={form.errors.closed_weekdays}
      />
      <Checkbox
        label="Nobody comes on federal holidays"
        {...form.getInputProps('closed_on_holidays', { type: 'checkbox' })}
      />
      <div className={classes.pair}>
        <TextInput
          type="time"
          label="Quiet from"
          description="Nobody comes in these hours."
          {...pairInputProps(form, 'quiet_from', 'quiet_until')}
        />
        <TextInput
          type="time"
          label="Quiet until"
          description="May be in the morning."
          {...pairInputProps(form, 'quiet_until', 'quiet_from')}
        />
      </div>
      <p className={classes.hint}>
        Is the address wrong? <SupportLink>Contact support</SupportLink>: neighbors find the building by it.
      </p>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Save Changes
        </Button>
      </DialogFoot>
    </form>
  )
}

function toValues(building: Building) {
  const { name, number_of_floors, number_of_units, square_feet, quiet_from, quiet_until } = building
  const typed = (value: number | null) => (value === null ? '' : formatNumber(value))
  return {
    name: name ?? '',
    number_of_floors: typed(number_of_floors),
    number_of_units: typed(number_of_units),
    square_feet: typed(square_feet),
    closed_weekdays: building.closed_weekdays,
    closed_on_holidays: building.closed_on_holidays,
    quiet_from: quiet_from?.slice(0, 5) ?? '',
    quiet_until: quiet_until?.slice(0, 5) ?? '',
  }
}
