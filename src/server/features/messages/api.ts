import { MarkRead, ReadMessages, SendMessage } from '../../../domain/messages/message.ts'
import { record } from '../../db/record.ts'
import { openTo, router } from '../../rpc/procedure.ts'
import { lockThread, markRead, messagesOf, readUntil, standingOfThread, threadOf, unreadThreads } from './db.ts'
import { sendMessage, sideIn } from './send.ts'

/** What the two sides of an accepted quote write to each other. Product 2.10 */
export const messagesRouter = router({
  /** The end of a thread, its last message first, and up to which one the other side has read it. */
  thread: openTo({ resident: 'manage_visits' }, 'vendor')
    .input(ReadMessages)
    .query(async ({ ctx: { tx, viewer }, input: { quote, last } }) => {
      const thread = await threadOf(tx, quote)
      const side = sideIn(thread, viewer)
      const [latest, read] = await Promise.all([
        messagesOf(tx, quote, last + 1),
        readUntil(tx, quote),
      ])
      const { building_service_id, service, company_name, address } = thread
      return {
        building_service_id,
        service,
        company_name,
        address,
        messages: latest.slice(0, last),
        has_earlier: latest.length > last,
        read_by_other: side === 'vendor' ? read.captain : read.vendor,
      }
    }),

  /** The viewer's threads with something that they have not read; none for residents who are no officers. */
  unread: openTo('resident', 'vendor').query(({ ctx: { tx, viewer } }) =>
    unreadThreads(tx, { person: viewer.id, side: viewer.kind === 'vendor' ? 'vendor' : 'captain' }),
  ),

  send: openTo({ resident: 'manage_visits' }, 'vendor')
    .input(SendMessage)
    .mutation(async ({ ctx: { tx, viewer, now }, input }) => {
      await sendMessage({ tx, viewer, now: now(), by_mail: false }, input)
    }),

  /** Notes up to which message the viewer has read a thread. */
  read: openTo({ resident: 'manage_visits' }, 'vendor')
    .input(MarkRead)
    .mutation(async ({ ctx: { tx, viewer, now }, input }) => {
      const thread = await lockThread(tx, input.quote)
      const side = sideIn(thread, viewer)
      const { last } = await standingOfThread(tx, input.quote, { person: viewer.id, since: now() })
      const number = Math.min(input.number, last)
      if (number === 0) return
      if (!(await markRead(tx, thread, { person: viewer.id, side, number, read_at: now() }))) return
      const { building_id, vendor_id } = thread
      const event = { actor: viewer.id, building_id, vendor_id, subject: input.quote, data: { number } }
      await record(tx, { kind: 'thread_read', ...event })
    }),
})
