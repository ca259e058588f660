type Redrawing = {
  /** The longest side of the new picture, in pixels. */
  side: number
  /** Only its middle square. */
  square?: boolean
  wrongType: string
  failed: string
}

/**
 * Scales a photo down, as a JPEG. Redrawing turns it upright and drops the camera's metadata, such as where it was taken.
 * Throws `wrongType` for what this browser can't draw.
 */
export async function redrawPhoto(file: Blob, { side, square, wrongType, failed }: Redrawing): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error(wrongType)
  })
  const smaller = Math.min(picture.width, picture.height)
  const [width, height] = square ? [smaller, smaller] : [picture.width, picture.height]
  const scale = Math.min(1, side / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error(failed)
  context.fillStyle = '#fff' // behind what is transparent
  context.fillRect(0, 0, canvas.width, canvas.height)
  const [left, top] = [(picture.width - width) / 2, (picture.height - height) / 2]
  context.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height)
  picture.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (!blob) throw new Error(failed)
  return blob
}
