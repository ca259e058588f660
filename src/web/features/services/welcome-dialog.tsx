import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { formatLongDate } from '../../../domain/calendar.ts'
import { PRODUCT } from '../../../domain/product.ts'
import { parseFrequency } from '../../../domain/services/frequency.ts'
import { WELCOME_MESSAGES, welcomePeriod } from '../../../domain/services/welcome.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { ErrorText } from '../../ui/message-box.tsx'
import { notify } from '../../ui/notify.tsx'
import { CardSkeletons } from '../../ui/skeletons.tsx'
import classes from './welcome-dialog.module.css'
import { type Wishes, WishList } from './wish-list.tsx'

type Props = { name: string; opened: boolean; onClose: () => void }

/**
 * Asks once after a captain's sign-up what the building needs.
 * [2.welcome.2-4]
 */
export function WelcomeDialog({ name, opened, onClose }: Props) {
  const types = useQuery(trpc.services.available.queryOptions())
  const { mutateAsync: send } = useMutation(
    trpc.services.welcome.mutationOptions({
      onSettled: () => void refreshAfter('service_requested', 'quote_requested'),
    }),
  )
  const navigate = useNavigate()
  const initialValues: { wishes: Wishes } = { wishes: new Map() }
  const form = useForm({
    initialValues,
    validate: ({ wishes }) => (wishes.size === 0 ? { wishes: WELCOME_MESSAGES.noneSelected } : {}),
  })
  const { size } = form.values.wishes
  const busy = form.submitting
  const starts = formatLongDate(welcomePeriod(cityToday()).preferred_start_date)

  const onSubmit = form.onSubmit(async ({ wishes }) => {
    const services = [...wishes].map(([service_type_id, { frequency, description }]) => {
      return { service_type_id, required_every_weeks: parseFrequency(frequency), description }
    })
    try {
      const { vendors } = await send({ services })
      onClose()
      notify.success(`Quote requests sent to ${vendors} vendors!`)
      await navigate({ to: '/home/services' })
    } catch (error) {
      form.setFieldError('wishes', WELCOME_MESSAGES.saveFailed(reasonOf(error)))
    }
  })

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!busy}
      size="xl"
      title={`Welcome to ${PRODUCT}, ${name}!`}
      lead="What does your building need? Pick its services: the vendors who offer them send you their prices."
    >
      <form noValidate onSubmit={onSubmit} className={classes.form}>
        <div className={classes.wishes}>
          {types.data ? (
            <WishList
              types={types.data}
              wishes={form.values.wishes}
              onChange={(wishes) => form.setFieldValue('wishes', wishes)}
            />
          ) : types.isError ? (
            <LoadFailed
              reason={WELCOME_MESSAGES.loadFailed}
              onRetry={() => types.refetch()}
              busy={types.isFetching}
            />
          ) : (
            <CardSkeletons count={6} label="Loading the services…" />
          )}
        </div>
        <div className={classes.foot}>
          <ErrorText>{form.errors.wishes}</ErrorText>
          <div className={classes.actions}>
            <Button variant="default" onClick={onClose} disabled={busy}>
              Skip for Now
            </Button>
            <span className={classes.note}>
              {size === 0
                ? 'You can add services at any time.'
                : `${size === 1 ? '1 service' : `${size} services`}, for a year from ${starts}.`}
            </span>
            <Button type="submit" loading={busy} disabled={!types.data}>
              Request Services
            </Button>
          </div>
        </div>
      </form>
    </FormDialog>
  )
}
