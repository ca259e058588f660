import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { DomainError } from '../../domain/errors.ts'

/** More than any phone's camera has: a picture that would unpack to gigabytes is refused. */
const MAX_PIXELS = 120_000_000

/**
 * A picture redrawn as a JPEG: upright, its longer side at most `side` pixels, without the camera's data about place and
 * device. Throws 'file_type_not_accepted' for what can't be drawn.
 */
export async function redraw(
  content: AsyncIterable<Buffer>,
  side: number,
  wrongType?: string,
): Promise<Buffer> {
  // Loaded with the first picture: a start would wait for it.
  const { default: sharp } = await import('sharp')
  const picture = Buffer.concat(await copies(content))
  try {
    return await sharp(picture, { limitInputPixels: MAX_PIXELS, autoOrient: true })
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 80 })
      .toBuffer()
  } catch {
    // The library has one error for all that is wrong with a picture.
    throw new DomainError('file_type_not_accepted', wrongType)
  }
}

/** Each piece of a temp file is valid until the next one is taken. */
async function copies(content: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  for await (const piece of content) pieces.push(Buffer.from(piece))
  return pieces
}

/** A stored picture for a list: a WebP of at most `side` pixels. */
export async function shrink(content: Readable, side: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(await buffer(content))
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .toBuffer()
}
