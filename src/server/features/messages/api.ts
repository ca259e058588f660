import { MarkRead, ReadMessages, SendMessage } from '../../../domain/messages/message.ts'
import { openTo, router } from '../../rpc/procedure.ts'
import { messagesOf, otherContact, readUntil, threadOf, unreadThreads } from './db.ts'
import { readThread, sendMessage, sideIn } from './send.ts'

/** What the two sides of an accepted quote write to each other. Product 2.10 */
export const messagesRouter = router({
  /** The end of a thread, its last message first, and up to which one the other side has read it. */
  thread: openTo({ resident: 'manage_visits' }, 'vendor')
    .input(ReadMessages)
    .query(async ({ ctx: { tx, viewer }, input: { quote, last } }) => {
      const thread = await threadOf(tx, quote)
      const side = sideIn(thread, viewer)
      const [latest, read, contact] = await Promise.all([
        messagesOf(tx, quote, last + 1),
        readUntil(tx, quote),
        otherContact(tx, thread, side),
      ])
      const { service, company_name, address } = thread
      return {
        contact,
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
    .mutation(({ ctx: { tx, viewer, now }, input }) => readThread({ tx, viewer, now: now() }, input)),
})
