import { EVENTS, type EventKind, type Payload } from '../src/domain/events.ts'
import { accountMails } from '../src/server/features/accounts/mail.ts'
import { memberMails } from '../src/server/features/members/mail.ts'
import { type Quoted, quoteContents } from '../src/server/features/quotes/mail.ts'
import { visitMails } from '../src/server/features/visits/mail.ts'
import { compose, type MailContent, type MailEvent } from '../src/server/mail/template.ts'
import type { MailMessage } from '../src/server/mail/transport.ts'

export type Example = Omit<MailEvent, 'data'> & { data: unknown; quote: Quoted }

type Contents = { [K in EventKind]?: (event: MailEvent<K>) => MailContent }

const contentsFor = (quote: Quoted): Contents => ({
  ...accountMails,
  ...memberMails,
  ...visitMails,
  quote_requested: (event) => quoteContents.quote_requested(event, quote),
  quote_submitted: (event) => quoteContents.quote_submitted(event, quote),
  quote_accepted: (event) => quoteContents.quote_accepted(event, quote),
  quote_declined: (event) => quoteContents.quote_declined(event, quote),
})

/** Composes a mail without a database, with this quote in place of a stored one. */
export function composeExample<K extends EventKind>(kind: K, { quote, ...event }: Example): MailMessage {
  const data = EVENTS[kind].payload.parse(event.data) as Payload<K>
  const content = contentsFor(quote)[kind]?.({ ...event, data })
  if (!content) throw new Error(`No template for the event ${kind}`)
  return compose(content, event.first_name, 'https://stoop.example')
}
