import { PHOTO_MESSAGES } from '../../../domain/profiles/photo.ts'

/** Sharp at every size that the portal shows. */
const SIDE = 512

/**
 * Crops a photo to its middle square and scales it down. Redrawing turns it upright and drops the camera's metadata, such
 * as where it was taken.
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error(PHOTO_MESSAGES.wrongType)
  })
  const side = Math.min(picture.width, picture.height)
  const size = Math.min(side, SIDE)
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d')
  if (!context) throw new Error(PHOTO_MESSAGES.failed)
  context.fillStyle = '#fff' // behind what is transparent
  context.fillRect(0, 0, size, size)
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2]
  context.drawImage(picture, left, top, side, side, 0, 0, size, size)
  picture.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (!blob) throw new Error(PHOTO_MESSAGES.failed)
  return blob
}
