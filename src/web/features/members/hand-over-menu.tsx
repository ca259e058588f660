import { Menu } from '@mantine/core'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { RowMenu } from '../../ui/row-menu.tsx'

// Loaded when it opens: a captaincy is handed over once in years.
const HandOverDialog = lazyPart(() => import('./hand-over-dialog.tsx'), 'HandOverDialog')

type Props = { id: string; name: string }

/** The '···' of a neighbor's row, for the captain: asks them to take over. [6.captain.3] */
export function HandOverMenu({ id, name }: Props) {
  const [asking, setAsking] = useState(false)
  const item = useRef<HTMLButtonElement>(null)

  return (
    <>
      <RowMenu label={`Actions for ${name}`} width={250} first={item}>
        <Menu.Item ref={item} onClick={() => setAsking(true)}>
          Hand Over
        </Menu.Item>
      </RowMenu>
      {asking && (
        <Suspense fallback={null}>
          <HandOverDialog id={id} name={name} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
