import { useEffect, useMemo } from 'react'
import classes from '../../ui/photo-strip.module.css'
import { RemovePhoto } from '../../ui/photo-strip.tsx'
import type { FieldAction, Waiting } from './field-action.ts'
import { discardPhoto } from './field-queue.ts'

type NewPhoto = FieldAction & { kind: 'photo' }

/** The photos that wait, without one that the server has already. */
export function unsentPhotos(sent: { id: string }[], waiting: Waiting[]): NewPhoto[] {
  return waiting
    .map(({ action }) => action)
    .filter((action) => action.kind === 'photo')
    .filter(({ id }) => !sent.some((photo) => photo.id === id))
}

/** Photos on this phone that are not sent yet. */
export function UnsentPhotos({ photos }: { photos: NewPhoto[] }) {
  if (photos.length === 0) return null
  return (
    <ul className={classes.strip} aria-label="Photos that are not sent yet">
      {photos.map((photo, index) => (
        <li key={photo.id} className={classes.photo} data-unsent>
          <LocalPicture picture={photo.picture} alt={`Not sent yet: ${index + 1} of ${photos.length}`} />
          <RemovePhoto label={`Don’t send photo ${index + 1}`} onClick={() => discardPhoto(photo.id)} />
        </li>
      ))}
    </ul>
  )
}

function LocalPicture({ picture, alt }: { picture: Blob; alt: string }) {
  const address = useMemo(() => URL.createObjectURL(picture), [picture])
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return <img src={address} alt={alt} />
}
