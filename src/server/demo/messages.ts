import { randomUUID } from 'node:crypto'
import { messageFileAttachment } from '../features/messages/message-file.ts'
import type { Portal } from '../rpc/context.ts'
import { addFile } from '../storage/add-file.ts'
import { entryNamed } from './ask-and-answer.ts'
import { pdfPage } from './documents.ts'
import type { Person } from './person.ts'

type Line = { by: 'vendor' | 'building'; words: string; file?: string }
const THREADS: { building: string; vendor: string; service: string; lines: Line[] }[] = [
  {
    building: 'larkspur',
    vendor: 'evergreen',
    service: 'Landscaping',
    lines: [
      {
        by: 'vendor',
        words:
          'The camellias have scale on the north side. We would treat them at the next visit, at no extra cost.',
      },
      { by: 'building', words: 'Please do. The dog in 105 eats everything: is it safe for her?' },
      { by: 'vendor', words: 'Yes, it is horticultural oil. Here is its sheet.', file: 'Horticultural oil' },
      { by: 'building', words: 'Thank you. The gate code changed, it is in the access notes.' },
    ],
  },
  {
    building: 'larkspur',
    vendor: 'curb',
    service: 'Trash Take-Out',
    lines: [{ by: 'vendor', words: 'One bin has lost a wheel. Who orders a new one, you or us?' }],
  },
]

/** What buildings and vendors wrote to each other; the last message of one thread is not read yet. Product 2.10 */
export async function writeMessages(portal: Portal, people: Map<string, Person>): Promise<void> {
  for (const { building, vendor, service, lines } of THREADS) {
    const sides = { building: entryNamed(people, building), vendor: entryNamed(people, vendor) }
    const services = await sides.building.call.services.list()
    const quote = services.find(({ name }) => name === service)?.accepted_quote
    if (!quote) throw new Error(`${building} has accepted no quote for ${service}`)
    for (const [index, { by, words, file }] of lines.entries()) {
      const { call } = sides[by]
      if (index > 0) await call.messages.read({ quote, number: index })
      const files = file ? [await addPage(portal, sides[by], { quote, title: file })] : []
      await call.messages.send({ quote, id: randomUUID(), words, files })
    }
  }
}

async function addPage(portal: Portal, person: Person, { quote, title }: { quote: string; title: string }) {
  const viewer = (await person.call.accounts.session())?.viewer
  if (viewer?.kind !== 'vendor' && viewer?.kind !== 'resident') throw new Error(`${person.email} can't write`)
  const name = `${title}.pdf`
  const body = pdfPage({ name, title, lines: ['For the demo city only.'] })
  return (
    await addFile(portal, messageFileAttachment, viewer, { query: { quote, id: randomUUID(), name }, body })
  ).id
}
