import { randomUUID } from 'node:crypto'
import { addDays, addWeeks, type CalendarDate } from '../../domain/calendar.ts'
import { optionsOf, termsOf } from '../../domain/quotes/terms.ts'
import { asSystem } from '../db/as-viewer.ts'
import { quoteFileAttachment } from '../features/quotes/quote-file.ts'
import type { Portal } from '../rpc/context.ts'
import { addFile } from '../storage/add-file.ts'
import { BUILDINGS, residentEmail, VENDORS } from './city.ts'
import type { DemoRequest } from './demo-request.ts'
import { pdfPage } from './documents.ts'
import { cents, termsFor } from './offers.ts'
import type { Person, Procedures } from './person.ts'

const addresses = new Map(BUILDINGS.map(({ key, place }) => [key, place.address]))

/** Vendors answer after so many milliseconds. */
const ANSWER = 5 * 60 * 60 * 1000

type Asking = {
  portal: Portal
  people: Map<string, Person>
  types: Map<string, string>
  now: Date
  day: CalendarDate
}

/** A building asks for a service, and vendors answer: questions, prices with their terms and files, refusals, an acceptance. */
export async function askAndAnswer(
  request: DemoRequest,
  { portal, people, types, now, day }: Asking,
): Promise<void> {
  const {
    from,
    service,
    when,
    text,
    scope = {},
    quotes = {},
    answers = {},
    accepted,
    not_asked = [],
  } = request
  const { start, every, weeks } = when
  const asker = entryNamed(
    people,
    from.by ? residentEmail({ key: from.building }, { name: from.by }) : from.building,
  ).call
  const firstVisit = addDays(day, start)
  const service_type_id = entryNamed(types, service)
  const offering = await asker.vendors.offering({ service_type_id })
  const excluded = VENDORS.filter(({ key }) => not_asked.includes(key)).map((vendor) => vendor.company_name)
  const { id } = await asker.services.request({
    service_type_id,
    description: text,
    scope: Object.entries(scope).map(([key, answer]) => ({ key, answer })),
    service_type: every ? 'recurring' : 'on-demand',
    required_every_weeks: every ?? null,
    preferred_start_date: firstVisit,
    preferred_end_date: every && weeks ? addWeeks(firstVisit, weeks) : null,
    excluded_vendors: offering.filter((vendor) => excluded.includes(vendor.company_name)).map(({ id }) => id),
  })
  await asSystem(portal.db, (tx) =>
    tx
      .updateTable('service_quotes')
      .set({ created_at: new Date(now.getTime() - ANSWER) })
      .where('building_service_id', '=', id)
      .execute(),
  )
  const asked = async (vendor: string) => {
    const person = entryNamed(people, vendor)
    const { call } = person
    return { person, call, quote: await openQuote(call, entryNamed(addresses, from.building), service) }
  }
  for (const { by, question, answer } of answers.questions ?? []) {
    const { call, quote } = await asked(by)
    await call.quotes.askQuestion({ id: quote.id, question })
    const all = await asker.quotes.questions({ building_service_id: id, round: quote.round })
    await asker.quotes.answerQuestion({ id: all.at(-1)?.id ?? '', answer })
  }
  for (const [vendor, dollars] of Object.entries(quotes)) {
    const { person, call, quote } = await asked(vendor)
    const terms = answers.terms?.[vendor]
    const [arrives_from, arrives_until] = VENDORS.find(({ key }) => key === vendor)?.arrives ?? [null, null]
    await call.quotes.submit({
      id: quote.id,
      per_visit_price: cents(dollars),
      availability: { weekdays: [], arrives_from, arrives_until },
      terms: termsFor(terms, quote.scope, day),
    })
    if (terms?.file) await addOffer(portal, person, { quote: quote.id, title: terms.file, note: terms.note })
  }
  for (const [vendor, reason] of Object.entries(answers.declined ?? {})) {
    const { call, quote } = await asked(vendor)
    await call.quotes.giveUp({ id: quote.id, reason })
  }
  if (!accepted) return
  const company = VENDORS.find(({ key }) => key === accepted)?.company_name
  const received = await asker.quotes.received({ building_service_id: id })
  const best = received.quotes.find(({ company_name }) => company_name === company)
  if (!best) throw new Error(`${accepted} sent no quote for ${service}`)
  const shown = received.quotes.map(({ id, updated_at }) => ({ id, updated_at: updated_at.toISOString() }))
  await asker.quotes.open({ building_service_id: id, shown })
  await asker.quotes.accept({
    id: best.id,
    per_visit_price: best.per_visit_price,
    availability: {
      weekdays: best.weekdays,
      arrives_from: best.arrives_from,
      arrives_until: best.arrives_until,
    },
    terms: termsOf(best),
    files: best.files.map((file) => file.id),
    chosen: optionsOf(best, received.scope).map(({ key }) => key),
    reason: best.id === received.quotes[0]?.id ? 'The lowest price' : 'Good work before',
  })
}

async function openQuote(vendor: Procedures, address: string, service: string) {
  const open = await vendor.quotes.list({ tab: 'needs_quote', page: 1 })
  const quote = open.find((each) => each.address === address && each.name === service)
  if (!quote) throw new Error(`${address} did not ask for ${service}`)
  return vendor.quotes.get({ id: quote.id })
}

type OfferPage = { quote: string; title: string; note: string | undefined }

/** A vendor's page beside its price. */
async function addOffer(portal: Portal, vendor: Person, { quote, title, note }: OfferPage): Promise<void> {
  const viewer = (await vendor.call.accounts.session())?.viewer
  if (viewer?.kind !== 'vendor') throw new Error(`${vendor.email} is no vendor`)
  const query = { quote, id: randomUUID(), name: `${title}.pdf` }
  const lines = [...(note ? [note] : []), 'For the demo city only.']
  await addFile(portal, quoteFileAttachment, viewer, {
    query,
    body: pdfPage({ name: query.name, title, lines }),
  })
}

/** The entry of this name. Throws for one that the demo city lacks. */
export function entryNamed<T>(map: Map<string, T>, name: string): T {
  const value = map.get(name)
  if (value === undefined) throw new Error(`The demo city knows no '${name}'`)
  return value
}
