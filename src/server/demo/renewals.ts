import { latestRenewal } from '../../domain/agreements/renewal.ts'
import { tellOfEnds } from '../features/agreements/notices.ts'
import type { Portal } from '../rpc/context.ts'
import { entryNamed } from './ask-and-answer.ts'
import { cents } from './offers.ts'
import type { Person } from './person.ts'

/** An agreement that ends soon, which its vendor offers to renew. */
const RENEWED = {
  vendor: 'nightwatch',
  service: 'Security Patrol',
  dollars: 98,
  note: 'Two of us go since September; the garage takes longer with the new cage.',
}

/** The captain is reminded; the vendor offers to go on for a year, for a little more, and waits for an answer. */
export async function showRenewal(portal: Portal, people: ReadonlyMap<string, Person>): Promise<void> {
  await tellOfEnds(portal)
  const { call } = entryNamed(new Map(people), RENEWED.vendor)
  const accepted = await call.quotes.list({ tab: 'accepted', page: 1 })
  const quote = accepted.find(({ name }) => name === RENEWED.service)
  const { ends_on } = await call.agreements.get({ id: quote?.id ?? '' })
  if (!quote || ends_on === null) throw new Error(`${RENEWED.service} has no end`)
  await call.agreements.offer({
    id: quote.id,
    ends_on,
    instead_of: null,
    until_date: latestRenewal(ends_on),
    price: cents(RENEWED.dollars),
    note: RENEWED.note,
  })
}
