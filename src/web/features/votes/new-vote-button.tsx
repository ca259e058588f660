import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { useViewer } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useOpened } from '../../ui/use-opened.ts'

const DraftDialog = lazyPart(() => import('./draft-dialog.tsx'), 'DraftDialog')

/** Opens a new draft. */
export function NewVoteButton() {
  const { wanted, open, dialog } = useOpened()
  const isAdmin = useViewer()?.kind === 'admin'
  return (
    <>
      <Button onClick={open} aria-haspopup="dialog">
        New Vote
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <DraftDialog vote={null} isAdmin={isAdmin} {...dialog} />
        </Suspense>
      )}
    </>
  )
}
