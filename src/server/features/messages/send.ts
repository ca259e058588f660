import type { z } from 'zod'
import { DomainError } from '../../../domain/errors.ts'
import { type MarkRead, requireMessage, type SendMessage } from '../../../domain/messages/message.ts'
import type { ResidentViewer, VendorViewer } from '../../../domain/viewer.ts'
import { type Side, sideOf } from '../../../domain/visits/change.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { addMessage, findMessage, lockThread, markRead, standingOfThread, type ThreadRow } from './db.ts'

const HOUR_MS = 60 * 60_000

/** Who writes and reads in threads: a vendor's office, and the officers of a building. */
export type Writer = ResidentViewer | VendorViewer

/** On which side of a thread the viewer is. Throws DomainError 'not_allowed' for nobody's. */
export function sideIn(thread: ThreadRow, viewer: Writer): Side {
  const side = sideOf(viewer, thread)
  if (side === null) throw new DomainError('not_allowed')
  return side
}

type Writing = { tx: Tx; viewer: Writer; now: Date }

/**
 * Sends a message in the thread of an accepted quote, whose other side is told. Returns its number there. One that was sent before, as
 * before a lost response, is not sent again. Product 2.10
 */
export async function sendMessage(
  { tx, viewer, now, by_mail }: Writing & { by_mail: boolean },
  { quote, id, words, files }: z.output<typeof SendMessage>,
): Promise<number> {
  const thread = await lockThread(tx, quote)
  const side = sideIn(thread, viewer)
  const earlier = await findMessage(tx, id)
  if (earlier?.service_quote_id === quote && earlier.person === viewer.id) return earlier.number
  const { last, sent } = await standingOfThread(tx, quote, {
    person: viewer.id,
    since: new Date(now.getTime() - HOUR_MS),
  })
  requireMessage({ words, files }, sent)
  const number = last + 1
  await addMessage(tx, thread, { id, number, side, person: viewer.id, words, by_mail, sent_at: now }, files)
  const { building_id, vendor_id } = thread
  await record(tx, {
    kind: 'message_sent',
    actor: viewer.id,
    building_id,
    vendor_id,
    subject: quote,
    data: { number },
  })
  return number
}

/** Notes that the viewer has read a thread up to a message, and tells the other side's screens. Nothing when that was so already. Product 2.10 */
export async function readThread(
  { tx, viewer, now }: Writing,
  { quote, number }: z.output<typeof MarkRead>,
): Promise<void> {
  const thread = await lockThread(tx, quote)
  const side = sideIn(thread, viewer)
  const { last } = await standingOfThread(tx, quote, { person: viewer.id, since: now })
  const until = Math.min(number, last)
  if (until === 0) return
  if (!(await markRead(tx, thread, { person: viewer.id, side, number: until, read_at: now }))) return
  const { building_id, vendor_id } = thread
  const event = { actor: viewer.id, building_id, vendor_id, subject: quote, data: { number: until } }
  await record(tx, { kind: 'thread_read', ...event })
}
