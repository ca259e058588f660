import { join } from 'node:path'
import { serverRefusal } from '../refusal.ts'
import type { Portal } from '../rpc/context.ts'
import { createPrivateFolder, freeSpace } from './private-folder.ts'

/** Bytes between two looks at the disk: many uploads at a time may use so much of the reserve each. Each look costs time. */
const LOOK_EVERY = 4 * 1024 * 1024

type Disks = Pick<Portal, 'config' | 'files'>

/** The folder of temp files. */
export function tempFolder({ dataDir }: Pick<Portal['config'], 'dataDir'>): string {
  return join(dataDir, 'uploads')
}

/** Throws 'no_space' unless `size` more bytes fit on the disks of temp files and stored files beside the reserve. */
export async function requireRoom(portal: Disks, size: number): Promise<void> {
  const folder = tempFolder(portal.config)
  await createPrivateFolder(folder)
  const free = Math.min(await freeSpace(folder), await portal.files.free())
  if (free - size < portal.config.diskReserve) throw serverRefusal('no_space')
}

/** Passes a body on while the disks have more than the reserve. */
export async function* whileRoom(portal: Disks, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let unseen = 0
  for await (const piece of body) {
    unseen += piece.byteLength
    if (unseen >= LOOK_EVERY) {
      await requireRoom(portal, unseen)
      unseen = 0
    }
    yield piece
  }
}

/** Bytes that this thread is storing: the disk doesn't count all of them yet. Those of other threads come out of the reserve. */
let storing = 0

/** Stores `size` bytes if they fit beside the reserve and what is being stored. */
export async function withRoom<T>(portal: Disks, size: number, store: () => Promise<T>): Promise<T> {
  storing += size
  try {
    await requireRoom(portal, storing)
    return await store()
  } finally {
    storing -= size
  }
}
