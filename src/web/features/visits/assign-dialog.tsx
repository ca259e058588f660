import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isAssignable } from '../../../domain/team/colleague.ts'
import { ROLE_LABELS } from '../../../domain/team/messages.ts'
import { type AssignedScope, visitsToAssign } from '../../../domain/visits/assignment.ts'
import { VISIT_MESSAGES } from '../../../domain/visits/messages.ts'
import { visitTime } from '../../../domain/visits/visit-time.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { notify } from '../../ui/notify.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import type { ShownVisit } from './visit.ts'
import classes from './visit-dialog.module.css'
import { isWhichVisits, WhichVisitsChoice } from './which-visits.tsx'

type Props = { visit: ShownVisit; opened: boolean; onClose: () => void }

/** Says who of the company goes to a visit, or to its series. Product 1.8 */
export function AssignDialog({ visit, opened, onClose }: Props) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="md"
      title="Assign visit"
      lead={`${visit.name} · ${visitTime(visit, cityToday())} · ${visit.address}`}
    >
      <AssignForm visit={visit} onClose={onClose} />
    </FormDialog>
  )
}

function AssignForm({ visit, onClose }: Omit<Props, 'opened'>) {
  const team = useQuery(trpc.team.list.queryOptions())
  const series = useQuery(
    trpc.visits.ofService.queryOptions({ id: visit.building_service_id }, { staleTime: 0 }),
  )
  // Once they are there, a refetch that fails takes nothing away of what was chosen.
  const failed = [team, series].filter((each) => each.isLoadingError)
  if (failed.length > 0)
    return (
      <LoadFailed
        reason={reasonOf(failed[0]?.error)}
        onRetry={() => Promise.all(failed.map((each) => each.refetch()))}
        busy={failed.some((each) => each.isFetching)}
      />
    )
  if (!team.data || !series.data) return <RowSkeletons count={3} label="Loading your team…" />
  const people = team.data.filter(isAssignable).map(({ id, first_name, last_name, vendor_role }) => ({
    value: id,
    label: `${first_name} ${last_name} (${ROLE_LABELS[vendor_role]})`,
  }))
  return <LoadedForm visit={visit} people={people} series={series.data.visits} onClose={onClose} />
}

type LoadedFormProps = Omit<Props, 'opened'> & {
  people: { value: string; label: string }[]
  series: Parameters<typeof visitsToAssign>[0]
}

function LoadedForm({ visit, people, series, onClose }: LoadedFormProps) {
  const { mutateAsync } = useMutation(trpc.visits.assign.mutationOptions())
  const { busy, run } = useSingleFlight()
  const [person, setPerson] = useState(visit.assigned_to ?? '')
  const [scope, setScope] = useState<AssignedScope>('this')
  // A visit whose hour has passed is no part of what is still to come.
  const all = series.some(({ id }) => id === visit.id) ? series : [visit, ...series]
  const countOf = (which: AssignedScope) =>
    visitsToAssign(all, visit, { scope: which, today: cityToday() }).length
  const visits = countOf(scope)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      try {
        await mutateAsync({ id: visit.id, person: person || null, scope, visits })
        const name = people.find(({ value }) => value === person)?.label.replace(/ \(.*/, '')
        notify.success(name ? VISIT_MESSAGES.assigned(name, visits) : VISIT_MESSAGES.unassigned(visits))
        onClose()
      } catch (error) {
        notify.error(VISIT_MESSAGES.assignFailed(reasonOf(error)))
      }
      await refreshAfter('visit_assigned')
    })
  }

  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <NativeSelect
        label="Who goes"
        data-autofocus
        value={person}
        onChange={(event) => setPerson(event.currentTarget.value)}
        data={[{ value: '', label: 'Nobody yet' }, ...people]}
      />
      {countOf('all') > 1 && (
        <WhichVisitsChoice value={scope} onChange={(to) => isWhichVisits(to) && setScope(to)} />
      )}
      <p className={classes.hint}>
        {scope !== 'this' &&
          `${visits === 1 ? '1 visit' : `${visits} visits`}, and those that are booked later. `}
        {person === ''
          ? `Crew don’t see ${scope === 'this' ? 'the visit' : 'them'} in Today then. Nobody gets an email.`
          : scope === 'this'
            ? 'They see the visit in Today, and get an email.'
            : 'They get one email.'}
      </p>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Keep as it is
        </Button>
        <Button type="submit" loading={busy}>
          Assign
        </Button>
      </DialogFoot>
    </form>
  )
}
