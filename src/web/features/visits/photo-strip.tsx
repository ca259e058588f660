import { ActionIcon, Button, FileButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { MAX_PHOTOS } from '../../../domain/visits/attendance.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import classes from './photo-strip.module.css'
import { removePhoto, usePhotos } from './use-photos.ts'

type SentPhoto = { id: string; url: string }

/** A visit's photos as small pictures; each opens the large one. */
export function PhotoStrip({ photos, onRemove }: { photos: SentPhoto[]; onRemove?: (id: string) => void }) {
  if (photos.length === 0) return null
  return (
    <ul className={classes.strip} aria-label="Photos">
      {photos.map(({ id, url }, index) => (
        <li key={id} className={classes.photo}>
          <a href={url} target="_blank" rel="noreferrer">
            <img src={`${url}?small`} alt={`${index + 1} of ${photos.length}`} loading="lazy" />
          </a>
          {onRemove && <Remove label={`Remove photo ${index + 1}`} onClick={() => onRemove(id)} />}
        </li>
      ))}
    </ul>
  )
}

/** The photos of a visit that goes on: by the camera, or from those that the phone has. */
export function VisitPhotos({ visit, photos: sent }: { visit: string; photos: SentPhoto[] }) {
  const { photos, add } = usePhotos(visit, sent.length)
  // Lets the person choose the same file again.
  const reset = useRef<() => void>(null)
  const count = sent.length + photos.length
  const isFull = count >= MAX_PHOTOS

  async function remove(id: string): Promise<void> {
    const question = {
      title: 'Remove photo',
      question: 'Remove this photo? It can’t be brought back.',
      action: 'Remove',
      danger: true,
    }
    if (await confirm(question)) await removePhoto(visit, id)
  }

  return (
    <div className={classes.field}>
      <PhotoStrip photos={sent} onRemove={(id) => void remove(id)} />
      {photos.length > 0 && (
        <ul className={classes.strip} aria-label="Photos that are being sent">
          {photos.map(({ id, address, failure, retry, drop }) => (
            <li
              key={id}
              className={classes.photo}
              data-failed={failure !== null}
              aria-busy={failure === null}
            >
              <img src={address} alt={failure === null ? 'Being sent' : 'Not sent'} />
              {failure !== null && (
                <div className={classes.failure} role="alert">
                  {failure}
                  <Button variant="default" size="compact-sm" onClick={retry}>
                    Try again
                  </Button>
                  <Remove label="Don’t send this photo" onClick={drop} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={classes.buttons}>
        <FileButton
          resetRef={reset}
          accept="image/*"
          capture="environment"
          disabled={isFull}
          onChange={(file) => file && add([file])}
          inputProps={{ 'aria-label': 'Take Photo' }}
        >
          {(props) => (
            <Button {...props} variant="default">
              Take Photo
            </Button>
          )}
        </FileButton>
        <FileButton
          resetRef={reset}
          accept="image/*"
          multiple
          disabled={isFull}
          onChange={add}
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

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon
      variant="default"
      radius="xl"
      size={32}
      className={classes.remove}
      onClick={onClick}
      aria-label={label}
    >
      <IconX size={16} aria-hidden />
    </ActionIcon>
  )
}
