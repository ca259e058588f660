import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { HOLDER_LABELS, MEMBER_MESSAGES, residentLabel } from '../../../domain/members/messages.ts'
import { sharePercent, TIE_LABELS } from '../../../domain/members/unit.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import cards from '../../ui/cards-table.module.css'
import { CardsTable } from '../../ui/cards-table.tsx'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import type { ListedHolder } from './holder.ts'
import { PersonMenu } from './person-menu.tsx'

type ListedUnit = inferOutput<typeof trpc.members.units>['units'][number]

const columns = ['Unit', 'Name', 'Email', 'Holds', 'Role']

type Props = { units: ListedUnit[]; without: ListedHolder[]; total: number }

/** One row for each person of a unit, or for a unit without any; first those who hold no unit. Product 4.1 */
export function UnitTable({ units, without, total }: Props) {
  return (
    <CardsTable labelledBy="people" columns={columns} actions>
      {without.map((person) => (
        <PersonRow key={person.id} unit={null} share="" person={person} />
      ))}
      {units.flatMap((unit) => {
        const share = sharePercent(unit.weight, total)
        if (unit.people.length === 0) return [<EmptyUnit key={unit.id} unit={unit} share={share} />]
        return unit.people.map((person) => (
          <PersonRow key={`${unit.id} ${person.id}`} unit={unit.number} share={share} person={person} />
        ))
      })}
    </CardsTable>
  )
}

type PersonRowProps = { unit: string | null; share: string; person: ListedHolder }

function PersonRow({ unit, share, person }: PersonRowProps) {
  const { name, email, tie, role, offices, wrote } = person
  return (
    <tr className={cards.row}>
      <th scope="row" className={cards.name}>
        {unit ?? 'No unit'}
        {share !== '' && <p className={cards.aside}>{share}</p>}
      </th>
      <td data-label="Name" className={cards.cell}>
        {name}
        {wrote !== null && <p className={cards.aside}>Wrote unit {wrote} in their settings</p>}
      </td>
      <td data-label="Email" className={`${cards.cell} ${cards.email}`}>
        {email}
      </td>
      <td data-label="Holds" className={`${cards.cell} ${cards.short}`}>
        {tie === null ? 'Nothing' : TIE_LABELS[tie]}
      </td>
      <td data-label="Role" className={cards.cell}>
        {residentLabel(role)}
        {offices.length > 0 && (
          <p className={cards.aside}>{offices.map((office) => HOLDER_LABELS[office]).join(', ')}</p>
        )}
      </td>
      <td className={`${cards.cell} ${cards.actions}`}>
        <PersonMenu person={person} />
      </td>
    </tr>
  )
}

function EmptyUnit({ unit: { id, number }, share }: { unit: ListedUnit; share: string }) {
  const { mutateAsync } = useMutation(trpc.members.removeUnit.mutationOptions())
  const { busy, run } = useSingleFlight()
  const remove = () =>
    run(async () => {
      try {
        await mutateAsync({ id })
        notify.success(MEMBER_MESSAGES.unitRemoved(number))
      } catch (error) {
        notify.error(MEMBER_MESSAGES.unitsFailed(reasonOf(error)))
      }
      await refreshAfter('units_changed')
    })
  return (
    <tr className={cards.row}>
      <th scope="row" className={cards.name}>
        {number}
        <p className={cards.aside}>{share}</p>
      </th>
      <td data-label="Name" className={cards.cell}>
        Nobody yet
      </td>
      <td data-label="Email" className={`${cards.cell} ${cards.email}`} />
      <td data-label="Holds" className={`${cards.cell} ${cards.short}`} />
      <td data-label="Role" className={cards.cell} />
      <td className={`${cards.cell} ${cards.actions}`}>
        <Button
          size="sm"
          variant="default"
          disabled={busy}
          aria-label={`Remove unit ${number}`}
          onClick={() => void remove()}
        >
          Remove
        </Button>
      </td>
    </tr>
  )
}
