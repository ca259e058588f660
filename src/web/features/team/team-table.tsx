import { formatShortDate, today } from '../../../domain/calendar.ts'
import { canManagePeople, isLastOwner } from '../../../domain/team/colleague.ts'
import { ROLE_LABELS } from '../../../domain/team/messages.ts'
import type { Viewer } from '../../../domain/viewer.ts'
import { CITY_TIME_ZONE, cityToday } from '../../city.ts'
import classes from '../../ui/cards-table.module.css'
import { CardsTable } from '../../ui/cards-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { ListedColleague } from './colleague.ts'
import { ColleagueActions } from './colleague-actions.tsx'
import own from './team.module.css'

const columns = ['Name', 'Email', 'Role', 'Status']

type Props = { people: ListedColleague[]; viewer: Viewer }

/** One row a person; on a phone each row is a card. Actions are for owners. */
export function TeamTable({ people, viewer }: Props) {
  const manages = canManagePeople(viewer) && people.length > 1
  return (
    <CardsTable labelledBy="team" columns={columns} actions={manages}>
      {people.map((person) => (
        <tr key={person.id} className={classes.row}>
          <th scope="row" className={classes.name}>
            {person.first_name} {person.last_name}
            {person.id === viewer.id && ' (you)'}
          </th>
          <td data-label="Email" className={`${classes.cell} ${classes.email}`}>
            {person.email}
          </td>
          <td data-label="Role" className={`${classes.cell} ${classes.short}`}>
            {ROLE_LABELS[person.vendor_role]}
          </td>
          <td data-label="Status" className={classes.cell}>
            <ColleagueStatus person={person} />
          </td>
          {manages && (
            <td className={`${classes.cell} ${classes.actions} ${own.buttons}`}>
              {!isLastOwner(people, person) && <ColleagueActions person={person} viewer={viewer} />}
            </td>
          )}
        </tr>
      ))}
    </CardsTable>
  )
}

function ColleagueStatus({ person: { status, invited_until } }: { person: ListedColleague }) {
  if (status === 'active') return <StatusBadge tone="green">Active</StatusBadge>
  const until = invited_until === null ? null : new Date(invited_until)
  const works = until !== null && until > new Date()
  return (
    <div>
      <StatusBadge tone={works || !until ? 'amber' : 'red'}>
        {works || !until ? 'Invited' : 'Link expired'}
      </StatusBadge>
      {works && (
        <p className={classes.aside}>Until {formatShortDate(today(until, CITY_TIME_ZONE), cityToday())}</p>
      )}
    </div>
  )
}
