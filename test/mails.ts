import { EVENTS, type EventKind, type Payload } from '../src/domain/events.ts'
import { mails } from '../src/server/app.ts'
import { compose, type MailContent, type MailEvent } from '../src/server/mail/template.ts'
import type { MailMessage } from '../src/server/mail/transport.ts'
import { eventCases } from './features.ts'

/** The kinds of events that are mailed. */
export const MAILED = Object.keys(mails) as EventKind[]

/** An event, and what its template would have read. */
export type Example = Omit<MailEvent, 'data'> & { data: unknown; read?: object }

/** What the template writes about an event, without a database. */
export function contentOf<K extends EventKind>(kind: K, { read = {}, ...event }: Example): MailContent {
  const data = EVENTS[kind].payload.parse(event.data) as Payload<K>
  const template = mails[kind]
  if (!template) throw new Error(`No template for the event ${kind}`)
  const known = { ...event, data }
  return typeof template === 'function' ? template(known) : template.write(known, read)
}

/** The whole mail about an event, without a database. */
export function composeExample(kind: EventKind, example: Example): MailMessage {
  return compose(contentOf(kind, example), example.first_name, {
    publicUrl: 'https://stoop.example',
    answersTo: null,
  })
}

/** The example of a kind, with this text in place of every text that people may have typed. */
export function exampleWith(kind: EventKind, text: string): Example {
  const { data, read } = eventCases[kind]
  const accepts = (changed: object) => EVENTS[kind].payload.safeParse(changed).success
  return {
    first_name: text,
    person: text,
    unit_number: text,
    address: text,
    token: 'a-token',
    to_vendor: false,
    to_crew: false,
    to_subject: true,
    subject_id: null,
    data: withText(data, text, accepts),
    read: read && withText(read, text),
  }
}

const DATE_OR_TIME = /^(\d{4}-\d\d-\d\d|\d\d:\d\d(:\d\d)?)$/

function withText(value: object, text: string, accepts: (changed: object) => boolean = () => true): object {
  let changed = value
  for (const [field, own] of Object.entries(value)) {
    const isText = typeof own === 'string' && !DATE_OR_TIME.test(own)
    const other = isText ? text : own && typeof own === 'object' ? withText(own, text) : own
    // A choice, such as a status, accepts no other text.
    if (accepts({ ...changed, [field]: other })) changed = { ...changed, [field]: other }
  }
  return changed
}
