import type { Office } from '../src/domain/members/office.ts'
import { asSystem } from '../src/server/db/as-viewer.ts'
import type { Person } from '../src/server/demo/person.ts'
import type { Name, World } from './world.ts'

// Rules for spending, officers and chosen quotes, for the tests of them.

/** By which every quote needs two officers. */
export const RULE = { alone_up_to: 0, two_up_to: 1_000_000_000, names_in_record: false }

/** A new neighbor whom this captain accepts and gives an office. */
export async function addOfficer(
  world: World,
  captain: Name,
  name: string,
  home: { address: string },
  office: Office = 'treasurer',
): Promise<Person> {
  const person = await world.resident(name, home)
  await world.as(captain).members.accept({ id: person.id })
  await world.as(captain).members.setOffices({ id: person.id, offices: [office] })
  return person
}

/** Requests one visit in three weeks, and sends this vendor's price for it: with what an acceptance of it sends. */
export async function offerFrom(
  world: World,
  vendor: Person,
  service: string,
  per_visit_price: number,
  by: Name = 'maya',
) {
  const id = await world.request(
    service,
    {
      service_type: 'on-demand',
      required_every_weeks: null,
      preferred_start_date: '2026-12-11',
      preferred_end_date: null,
    },
    by,
  )
  const open = await vendor.call.quotes.list({ tab: 'needs_quote', page: 1 })
  const quote = open.find((each) => each.name === service)
  if (!quote) throw new Error(`nobody asked for ${service}`)
  await vendor.call.quotes.submit({ id: quote.id, per_visit_price })
  return { service: id, quote: quote.id, shown: { id: quote.id, per_visit_price } }
}

/** The newest award of a quote. */
export async function awardOf(world: World, quote: string): Promise<string> {
  const { id } = await asSystem(world.portal.db, (tx) =>
    tx
      .selectFrom('awards')
      .where('service_quote_id', '=', quote)
      .orderBy('proposed_at', 'desc')
      .select('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}
