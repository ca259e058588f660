import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { DomainError } from '../../domain/errors.ts'

/** A picture takes four bytes a pixel while it is drawn. Browsers draw larger ones smaller before they send them. */
const MAX_PIXELS = 50_000_000

/** One after the other: each takes its memory, and a thread that files are read with, too. */
let line: Promise<unknown> = Promise.resolve()

function inLine<T>(work: () => Promise<T>): Promise<T> {
  const done = line.then(work)
  line = done.catch(() => undefined)
  return done
}

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
    const drawing = sharp(picture, { limitInputPixels: MAX_PIXELS, autoOrient: true })
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 80 })
    return await inLine(() => drawing.toBuffer())
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
  const drawing = sharp(await buffer(content))
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
  return inLine(() => drawing.toBuffer())
}
