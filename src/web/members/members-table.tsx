import type { inferOutput } from '@trpc/tanstack-react-query'
import { residentLabel } from '../../domain/members/messages.ts'
import type { trpc } from '../api.ts'
import classes from '../ui/cards-table.module.css'
import { CardsTable } from '../ui/cards-table.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { MemberAction } from './member-action.tsx'

export type Member = inferOutput<typeof trpc.members.list>[number]

const columns = ['Name', 'Email', 'Unit', 'Status', 'Role']

type Props = { members: Member[]; captain: boolean }

/** One row a person; on a phone each row is a card. Only captains are offered the actions (section 6). */
export function MembersTable({ members, captain }: Props) {
  return (
    <CardsTable labelledBy="members" columns={columns} actions={captain}>
      {members.map((member) => (
        <tr key={member.id} className={classes.row}>
          <th scope="row" className={classes.name}>
            {member.first_name} {member.last_name}
          </th>
          <td data-label="Email" className={classes.cell}>
            {member.email}
          </td>
          <td data-label="Unit" className={`${classes.cell} ${classes.short}`}>
            {member.unit_number ?? 'N/A'}
          </td>
          <td data-label="Status" className={classes.cell}>
            {member.status === 'active' ? (
              <StatusBadge tone="green">Active</StatusBadge>
            ) : (
              <StatusBadge tone="amber">Pending</StatusBadge>
            )}
          </td>
          <td data-label="Role" className={`${classes.cell} ${classes.short}`}>
            {residentLabel(member.role)}
          </td>
          {captain && (
            <td className={`${classes.cell} ${classes.actions}`}>
              <MemberAction member={member} />
            </td>
          )}
        </tr>
      ))}
    </CardsTable>
  )
}
