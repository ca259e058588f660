import { residentLabel } from '../../../domain/members/messages.ts'
import type { SearchedList } from '../../../domain/searched-list.ts'
import { may, type Viewer } from '../../../domain/viewer.ts'
import classes from '../../ui/cards-table.module.css'
import { CardsTable } from '../../ui/cards-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { type ListedMember, MemberAction } from './member-action.tsx'

// [2.building.20]
const columns = ['Name', 'Email', 'Unit', 'Status', 'Role']

type Props = { members: ListedMember[]; listed: SearchedList; viewer: Viewer }

/**
 * One row a person; on a phone each row is a card. Actions are for those who manage members.
 * [2.building.3] [2.building.21] [6.captain.3] [9.default.5]
 */
export function MembersTable({ members, listed, viewer }: Props) {
  const canManage = may(viewer, 'manage_members')
  return (
    <CardsTable labelledBy="members" columns={columns} actions={canManage}>
      {members.map((member) => (
        <tr key={member.id} className={classes.row}>
          <th scope="row" className={classes.name}>
            {member.first_name} {member.last_name}
          </th>
          <td data-label="Email" className={`${classes.cell} ${classes.email}`}>
            {member.email}
          </td>
          <td data-label="Unit" className={`${classes.cell} ${classes.number}`}>
            {member.unit_number ?? 'N/A'}
          </td>
          <td data-label="Status" className={classes.cell}>
            {member.status === 'active' ? (
              <StatusBadge tone="green">Active</StatusBadge>
            ) : (
              <StatusBadge tone="amber">Pending</StatusBadge>
            )}
            {member.confirmed === false && <p className={classes.aside}>Email not confirmed yet</p>}
          </td>
          <td data-label="Role" className={`${classes.cell} ${classes.short}`}>
            {residentLabel(member.role)}
          </td>
          {canManage && (
            <td className={`${classes.cell} ${classes.actions}`}>
              <MemberAction member={member} listed={listed} viewer={viewer} />
            </td>
          )}
        </tr>
      ))}
    </CardsTable>
  )
}
