import { z } from 'zod'
import { formatLongDate } from '../calendar.ts'
import { kind } from '../event-kind.ts'
import { formatMoney } from '../money.ts'

const agreement = z.object({ service: z.string(), company_name: z.string() })
const offer = agreement.extend({
  offered_by: z.enum(['vendor', 'captain']),
  until_date: z.string(),
  price: z.int(),
})

const about = { concerns: ['building', 'vendor'], refreshes: ['agreements', 'services', 'quotes'] } as const
const terms = ({ until_date, price }: z.output<typeof offer>) =>
  `until ${formatLongDate(until_date)} for ${formatMoney(price)} a visit`

/** The events of agreements: about their quotes. Product 2.9 */
export const AGREEMENT_EVENTS = {
  agreement_ends: kind({
    payload: agreement.extend({ ends_on: z.string(), days: z.int() }),
    concerns: ['building'],
    refreshes: ['agreements'],
    sentence: ({ data }) =>
      `${data.service} by ${data.company_name} ends on ${formatLongDate(data.ends_on)}.`,
  }),
  renewal_offered: kind({
    payload: offer.extend({ note: z.string().nullable() }),
    ...about,
    sentence: ({ actor, data }) => `${actor} offered to renew ${data.service} ${terms(data)}.`,
  }),
  renewal_agreed: kind({
    payload: offer.extend({ visits: z.int() }),
    ...about,
    refreshes: ['agreements', 'services', 'quotes', 'visits', 'vendors', 'billing', 'budget'],
    sentence: ({ actor, data }) => `${actor} agreed to renew ${data.service} ${terms(data)}.`,
  }),
  renewal_refused: kind({
    payload: offer,
    ...about,
    sentence: ({ actor, data }) => `${actor} refused to renew ${data.service} ${terms(data)}.`,
  }),
  renewal_withdrawn: kind({
    payload: offer,
    ...about,
    sentence: ({ actor, data }) => `${actor} took back the offer to renew ${data.service}.`,
  }),
}
