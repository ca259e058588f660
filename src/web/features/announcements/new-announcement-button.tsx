import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useOpened } from '../../ui/use-opened.ts'

const AnnouncementDialog = lazyPart(() => import('./announcement-dialog.tsx'), 'AnnouncementDialog')

/** Opens a new draft. */
export function NewAnnouncementButton() {
  const { wanted, open, dialog } = useOpened()
  return (
    <>
      <Button onClick={open} aria-haspopup="dialog">
        New Announcement
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <AnnouncementDialog announcement={null} {...dialog} />
        </Suspense>
      )}
    </>
  )
}
