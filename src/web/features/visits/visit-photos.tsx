import { Button, FileButton } from '@mantine/core'
import { useRef } from 'react'
import { MAX_PHOTOS } from '../../../domain/visits/attendance.ts'
import { PHOTO_SIDE, type PhotoSubject, VISIT_PHOTO_MESSAGES } from '../../../domain/visits/photo.ts'
import { reasonOf } from '../../errors.ts'
import { redrawPhoto } from '../../redraw-photo.ts'
import { refreshAfter } from '../../refresh.ts'
import { sendFile } from '../../send-file.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import classes from '../../ui/photo-strip.module.css'
import { PhotoStrip } from '../../ui/photo-strip.tsx'
import type { Waiting } from './field-action.ts'
import { act, discardPhoto } from './field-queue.ts'
import { photoAddress } from './photo-address.ts'
import { UnsentPhotos, unsentPhotos } from './unsent-photos.tsx'

type Photo = { id: string; url: string; shows: PhotoSubject }
type Props = { visit: string; stop: string; shows?: PhotoSubject; photos: Photo[]; waiting: Waiting[] }

/** The photos of a visit, of what they show: by the camera, or from those that the phone has. */
export function VisitPhotos({ visit, stop, shows = 'visit', photos, waiting }: Props) {
  // What an earlier version kept says nothing of it.
  const sent = photos.filter((photo) => (photo.shows ?? 'visit') === shows)
  // Let the person choose the same files again.
  const resetTaken = useRef<() => void>(null)
  const resetChosen = useRef<() => void>(null)
  const unsent = unsentPhotos(sent, waiting).filter((photo) => (photo.shows ?? 'visit') === shows)
  const count = sent.length + unsent.length
  const isFull = count >= MAX_PHOTOS

  async function add(files: File[]): Promise<void> {
    resetTaken.current?.()
    resetChosen.current?.()
    const room = Math.max(0, MAX_PHOTOS - count)
    if (files.length > room) notify.error(`A visit has at most ${MAX_PHOTOS} photos.`)
    for (const file of files.slice(0, room)) {
      try {
        const picture = await redrawPhoto(file, { side: PHOTO_SIDE, ...VISIT_PHOTO_MESSAGES })
        act({ kind: 'photo', visit, stop, id: crypto.randomUUID(), picture, shows })
      } catch (error) {
        notify.error(`${file.name}: ${reasonOf(error)}`)
      }
    }
  }

  async function remove(id: string): Promise<void> {
    const question = {
      title: 'Remove photo',
      question: 'Remove this photo? It can’t be brought back.',
      action: 'Remove',
      danger: true,
    }
    if (!(await confirm(question))) return
    // Its response may have been lost, so that it is still being sent.
    discardPhoto(id)
    try {
      await sendFile(photoAddress(visit, id, shows), null, { failed: VISIT_PHOTO_MESSAGES.removeFailed })
    } catch (error) {
      notify.error(`${VISIT_PHOTO_MESSAGES.removeFailed}: ${reasonOf(error)}`)
    }
    await refreshAfter('visit_photo_removed')
  }

  return (
    <div className={classes.field}>
      <PhotoStrip photos={sent} onRemove={(id) => void remove(id)} />
      <UnsentPhotos photos={unsent} />
      <div className={classes.buttons}>
        <FileButton
          resetRef={resetTaken}
          accept="image/*"
          capture="environment"
          disabled={isFull}
          onChange={(file) => file && void add([file])}
          inputProps={{ 'aria-label': 'Take Photo' }}
        >
          {(props) => (
            <Button {...props} variant="default">
              Take Photo
            </Button>
          )}
        </FileButton>
        <FileButton
          resetRef={resetChosen}
          accept="image/*"
          multiple
          disabled={isFull}
          onChange={(files) => void add(files)}
          inputProps={{ 'aria-label': 'Choose Photos' }}
        >
          {(props) => (
            <Button {...props} variant="default">
              Choose Photos
            </Button>
          )}
        </FileButton>
        <span className={classes.count}>
          {count} of {MAX_PHOTOS} photos
        </span>
      </div>
    </div>
  )
}
