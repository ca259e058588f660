import { shownRequest } from '../../domain/quotes/quote-input.ts'
import { termsOf } from '../../domain/quotes/terms.ts'
import type { Portal } from '../rpc/context.ts'
import { entryNamed } from './ask-and-answer.ts'
import { BUILDINGS, DEMO_PASSWORD, residentEmail } from './city.ts'
import { type Person, signIn } from './person.ts'

/** Of The Larkspur: an officer alone up to a thousand dollars a year, two up to eight thousand, in cents. */
export const LARKSPUR_RULE = { alone_up_to: 1_000_00, two_up_to: 8_000_00, names_in_record: true }
/** What waits there for a second approval. */
export const CHOSEN = 'Window Washing'

/** The Larkspur sets a rule for its spending; its treasurer chose a quote, which waits for a second officer. Product 4.3 */
export async function chooseByRule(portal: Portal, people: ReadonlyMap<string, Person>): Promise<void> {
  const captain = entryNamed(new Map(people), 'larkspur').call
  await captain.awards.setPolicy({ version: 0, ...LARKSPUR_RULE })
  const building = BUILDINGS.find(({ key }) => key === 'larkspur')
  const treasurer = building?.people.find(({ name }) => name === 'Ned Alvarez')
  if (!building || !treasurer) throw new Error('The Larkspur has no treasurer')
  const { call: ned } = await signIn(portal, {
    email: residentEmail(building, treasurer),
    password: DEMO_PASSWORD,
  })
  const service = (await ned.services.list()).find(({ name }) => name === CHOSEN)
  if (!service) throw new Error(`The Larkspur did not ask for ${CHOSEN}`)
  const received = await ned.quotes.received({ building_service_id: service.id })
  const [quote] = received.quotes
  if (!quote) throw new Error(`Nobody sent a price for ${CHOSEN}`)
  const { id, per_visit_price, weekdays, arrives_from, arrives_until, files } = quote
  await ned.quotes.accept({
    ...{ id, per_visit_price, availability: { weekdays, arrives_from, arrives_until } },
    ...{ terms: termsOf(quote), files: files.map((file) => file.id), asked: shownRequest(received) },
    interest: false,
    record_reason: 'They cleaned the canopy well last year, and bring their own lift.',
  })
}
