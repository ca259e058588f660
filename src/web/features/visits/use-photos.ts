import { useRef, useState } from 'react'
import { MAX_PHOTOS } from '../../../domain/visits/attendance.ts'
import { PHOTO_SIDE, VISIT_PHOTO_MESSAGES } from '../../../domain/visits/photo.ts'
import { reasonOf } from '../../errors.ts'
import { redrawPhoto } from '../../redraw-photo.ts'
import { refreshAfter } from '../../refresh.ts'
import { sendFile } from '../../send-file.ts'
import { notify } from '../../ui/notify.tsx'

/** A photo that is being sent, or could not be. */
export type NewPhoto = {
  id: string
  address: string
  failure: string | null
  retry: () => void
  drop: () => void
}

const uploadAddress = (visit: string, id: string) => `/api/visit-photos?${new URLSearchParams({ visit, id })}`

/** Sends a visit's photos one by one. Each has its id from the start: sent again, it is there once. */
export function usePhotos(visit: string, sent: number) {
  const [photos, setPhotos] = useState<NewPhoto[]>([])
  const line = useRef(Promise.resolve())

  const remove = (id: string) =>
    setPhotos((all) => {
      const gone = all.find((photo) => photo.id === id)
      if (gone) URL.revokeObjectURL(gone.address)
      return all.filter((photo) => photo.id !== id)
    })
  const fail = (id: string, failure: string | null) =>
    setPhotos((all) => all.map((photo) => (photo.id === id ? { ...photo, failure } : photo)))

  async function send(id: string, file: File): Promise<void> {
    try {
      const picture = await redrawPhoto(file, { side: PHOTO_SIDE, ...VISIT_PHOTO_MESSAGES })
      await sendFile(uploadAddress(visit, id), picture, { failed: VISIT_PHOTO_MESSAGES.failed })
      await refreshAfter('visit_photo_added')
      remove(id)
    } catch (error) {
      fail(id, reasonOf(error))
    }
  }

  function queue(id: string, file: File): void {
    fail(id, null)
    line.current = line.current.then(() => send(id, file))
  }

  function add(files: File[]): void {
    const room = MAX_PHOTOS - sent - photos.length
    if (files.length > room) notify.error(`A visit has at most ${MAX_PHOTOS} photos.`)
    for (const file of files.slice(0, Math.max(0, room))) {
      const id = crypto.randomUUID()
      const photo = {
        id,
        address: URL.createObjectURL(file),
        failure: null,
        retry: () => queue(id, file),
        drop: () => remove(id),
      }
      setPhotos((all) => [...all, photo])
      queue(id, file)
    }
  }

  return { photos, add }
}

/** Removes a photo that was sent. */
export async function removePhoto(visit: string, id: string): Promise<void> {
  try {
    await sendFile(uploadAddress(visit, id), null, { failed: VISIT_PHOTO_MESSAGES.removeFailed })
  } catch (error) {
    notify.error(`${VISIT_PHOTO_MESSAGES.removeFailed}: ${reasonOf(error)}`)
  }
  await refreshAfter('visit_photo_removed')
}
