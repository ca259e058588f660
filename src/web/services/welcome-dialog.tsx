import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { formatLongDate } from '../../domain/calendar.ts'
import { PRODUCT } from '../../domain/product.ts'
import { parseFrequency } from '../../domain/services/frequency.ts'
import { WELCOME_MESSAGES, welcomePeriod } from '../../domain/services/welcome.ts'
import { queryClient, trpc } from '../api.ts'
import { cityToday } from '../city.ts'
import { reasonOf } from '../errors.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { LoadFailed } from '../ui/load-failed.tsx'
import { ErrorText } from '../ui/message-box.tsx'
import { notify } from '../ui/notify.tsx'
import { CardSkeletons } from '../ui/skeletons.tsx'
import { useBusy } from '../ui/use-busy.ts'
import classes from './welcome-dialog.module.css'
import { type Wish, WishList } from './wish-list.tsx'

type Props = { name: string; opened: boolean; onClose: () => void }

/** What the building needs, asked once after a captain has signed up (section 2, screen 6). */
export function WelcomeDialog({ name, opened, onClose }: Props) {
  const { busy, run } = useBusy()
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!busy}
      size="xl"
      title={`Welcome to ${PRODUCT}, ${name}!`}
      lead="What does your building need? Pick its services: the vendors who offer them send you their prices."
    >
      <Wishes busy={busy} run={run} onClose={onClose} />
    </FormDialog>
  )
}

type WishesProps = Pick<Props, 'onClose'> & ReturnType<typeof useBusy>

function Wishes({ busy, run, onClose }: WishesProps) {
  const types = useQuery(trpc.services.available.queryOptions())
  const welcome = useMutation(trpc.services.welcome.mutationOptions())
  const [wishes, setWishes] = useState<ReadonlyMap<string, Wish>>(new Map())
  const [refusal, setRefusal] = useState<string>()
  const navigate = useNavigate()
  const starts = formatLongDate(welcomePeriod(cityToday()).preferred_start_date)

  const send = () =>
    run(async () => {
      setRefusal(undefined)
      if (wishes.size === 0) return setRefusal(WELCOME_MESSAGES.noneSelected)
      const services = [...wishes].map(([service_type_id, { frequency, description }]) => {
        return { service_type_id, required_every_weeks: parseFrequency(frequency), description }
      })
      try {
        const { vendors } = await welcome.mutateAsync({ services })
        void queryClient.invalidateQueries(trpc.pathFilter())
        onClose()
        notify.success(`Quote requests sent to ${vendors} vendors!`)
        await navigate({ to: '/home/services' })
      } catch (error) {
        setRefusal(WELCOME_MESSAGES.saveFailed(reasonOf(error)))
        void queryClient.invalidateQueries(trpc.services.pathFilter())
      }
    })

  function change(next: typeof wishes): void {
    setWishes(next)
    setRefusal(undefined)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    void send()
  }

  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <div className={classes.wishes}>
        {types.data ? (
          <WishList types={types.data} wishes={wishes} onChange={change} />
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
        <ErrorText>{refusal}</ErrorText>
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Skip for Now
          </Button>
          <span className={classes.note}>
            {wishes.size === 0
              ? 'You can add services at any time.'
              : `${wishes.size === 1 ? '1 service' : `${wishes.size} services`}, for a year from ${starts}.`}
          </span>
          <Button type="submit" loading={busy} disabled={!types.data}>
            Request Services
          </Button>
        </div>
      </div>
    </form>
  )
}
