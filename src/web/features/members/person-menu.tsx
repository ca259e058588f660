import { Menu } from '@mantine/core'
import { Suspense, useRef, useState } from 'react'
import { canHandOverTo } from '../../../domain/members/captaincy.ts'
import { canRemoveMember } from '../../../domain/members/member.ts'
import { canSetOffices } from '../../../domain/members/office.ts'
import { useViewer } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { RowMenu } from '../../ui/row-menu.tsx'
import type { ListedHolder } from './holder.ts'

// Each is loaded when it opens.
const TiesDialog = lazyPart(() => import('./ties-dialog.tsx'), 'TiesDialog')
const SetOfficesDialog = lazyPart(() => import('./set-offices-dialog.tsx'), 'SetOfficesDialog')
const RemoveDialog = lazyPart(() => import('./remove-dialog.tsx'), 'RemoveDialog')
const HandOverDialog = lazyPart(() => import('./hand-over-dialog.tsx'), 'HandOverDialog')

/** What can be done with an accepted person: their unit, office, the captaincy, and a removal. Product 4.1, 4.2 */
export function PersonMenu({ person }: { person: ListedHolder }) {
  const viewer = useViewer()
  const [chosen, setChosen] = useState<'unit' | 'office' | 'hand over' | 'remove'>()
  const [opened, setOpened] = useState(false)
  const item = useRef<HTMLButtonElement>(null)
  const member = { ...person, status: 'active' } as const
  const open = (what: typeof chosen) => {
    setChosen(what)
    setOpened(true)
  }
  const dialog = { person, opened, onClose: () => setOpened(false) }
  return (
    <>
      <RowMenu label={`Actions for ${person.name}`} width={230} first={item}>
        <Menu.Item ref={item} onClick={() => open('unit')}>
          Change Unit
        </Menu.Item>
        {canSetOffices(viewer, member) && <Menu.Item onClick={() => open('office')}>Change Office</Menu.Item>}
        {canHandOverTo(viewer, member) && <Menu.Item onClick={() => open('hand over')}>Hand Over</Menu.Item>}
        {canRemoveMember(viewer, member) && (
          <Menu.Item color="red" onClick={() => open('remove')}>
            Remove
          </Menu.Item>
        )}
      </RowMenu>
      <Suspense fallback={null}>
        {chosen === 'unit' && <TiesDialog {...dialog} />}
        {chosen === 'office' && <SetOfficesDialog {...dialog} />}
        {chosen === 'remove' && <RemoveDialog {...dialog} />}
        {chosen === 'hand over' && opened && (
          <HandOverDialog id={person.id} name={person.name} onClose={dialog.onClose} />
        )}
      </Suspense>
    </>
  )
}
