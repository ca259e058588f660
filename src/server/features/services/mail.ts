import { sql } from 'kysely'
import { type CalendarDate, formatShortDate } from '../../../domain/calendar.ts'
import type { Tx } from '../../db/pool.ts'
import type { MailContent, MailEvent, Templates } from '../../mail/template.ts'

/** A request as its mails name it. */
export type ClosedRequest = { service: string; decide_by: CalendarDate | null; quotes: number }

function closedRequest({ address }: MailEvent, { service, decide_by, quotes }: ClosedRequest): MailContent {
  const prices = quotes === 1 ? '1 quote' : `${quotes} quotes`
  return {
    subject: `Your request closed: ${service} at ${address}`,
    paragraphs: [
      `You wanted to decide about ${service}${decide_by ? ` by ${formatShortDate(decide_by)}` : ''}. Nothing was decided within a week after that, so the request closed, with ${prices}.`,
      'Its vendors are told. You can ask again at any time: what you wrote about the scope is filled in for you.',
    ],
    action: { label: 'See your services', path: '/home/services' },
  }
}

export const serviceMails = {
  service_closed: { read: closedOf, write: closedRequest },
} satisfies Templates

async function closedOf(tx: Tx, { subject_id }: MailEvent): Promise<ClosedRequest> {
  return tx
    .selectFrom('building_services as s')
    .innerJoin('service_types as t', 't.id', 's.service_type_id')
    .where('s.id', '=', subject_id)
    .select(['t.name as service', 's.decide_by'])
    .select(
      sql<number>`(select count(*) from service_quotes q where q.building_service_id = s.id and q.round = s.round
        and q.per_visit_price is not null and q.given_up_reason is null)`.as('quotes'),
    )
    .executeTakeFirstOrThrow()
}
