import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { formatLongDate } from '../../../domain/calendar.ts'
import { PRODUCT } from '../../../domain/product.ts'
import {
  type TypedWishes,
  toWishes,
  WELCOME_MESSAGES,
  WelcomeForm,
  welcomePeriod,
} from '../../../domain/services/welcome.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { firstError } from '../../forms/form-errors.ts'
import { useKeptState } from '../../forms/use-draft.ts'
import { refreshAfter } from '../../refresh.ts'
import { DialogFoot, DialogNote } from '../../ui/dialog-foot.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { ErrorText } from '../../ui/message-box.tsx'
import { notify } from '../../ui/notify.tsx'
import { CardSkeletons } from '../../ui/skeletons.tsx'
import classes from './welcome-dialog.module.css'
import { WishList } from './wish-list.tsx'

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
  const [kept, keep] = useKeptState<[string, NonNullable<ReturnType<TypedWishes['get']>>][]>('wishes')
  const initialValues: { services: TypedWishes } = { services: new Map(kept) }
  const form = useForm({ initialValues, validate: schemaResolver(WelcomeForm, { sync: true }) })
  const { size } = form.values.services
  const busy = form.submitting
  const starts = formatLongDate(welcomePeriod(cityToday()).preferred_start_date)
  const jobs = [...form.values.services.values()].filter((wish) => wish.service_type === 'on-demand').length
  const when =
    jobs === 0
      ? `for a year from ${starts}`
      : `from ${starts}${jobs < size ? ', the recurring for a year' : ''}`

  const fail = (reason: string) => form.setFieldError('services', WELCOME_MESSAGES.saveFailed(reason))
  const onSubmit = form.onSubmit(
    async ({ services }) => {
      try {
        const { vendors } = await send({ services: toWishes(services) })
        onClose()
        notify.success(`Quote requests sent to ${vendors} vendors!`)
        await navigate({ to: '/home/services' })
      } catch (error) {
        fail(reasonOf(error))
      }
    },
    (errors, _, event) => {
      // One message for the dialog: also when a single wish is wrong, which says why at its field.
      if (errors.services === undefined) fail(firstError(errors).message)
      const [wrong] = event?.currentTarget.querySelectorAll('textarea[aria-invalid="true"]') ?? []
      if (wrong instanceof HTMLTextAreaElement) wrong.focus()
    },
  )

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
              wishes={form.values.services}
              onChange={(wishes) => {
                form.setFieldValue('services', wishes)
                keep([...wishes])
              }}
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
        <DialogFoot message={<ErrorText>{form.errors.services}</ErrorText>}>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Skip for Now
          </Button>
          <DialogNote>
            {size === 0
              ? 'You can add services at any time.'
              : `${size === 1 ? '1 service' : `${size} services`}, ${when}.`}
          </DialogNote>
          <Button type="submit" loading={busy} disabled={!types.data}>
            Request Services
          </Button>
        </DialogFoot>
      </form>
    </FormDialog>
  )
}
