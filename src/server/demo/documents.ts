import type { Portal } from '../context.ts'
import { uploadDocument } from '../documents/upload.ts'
import type { Person } from './person.ts'

type DemoDocument = { name: string; title: string; lines: string[] }

/** What every building of the demo city keeps for its people. */
export const DOCUMENTS: DemoDocument[] = [
  {
    name: 'Minutes of the spring meeting.pdf',
    title: 'Minutes of the spring meeting',
    lines: [
      '14 of 18 homes were present.',
      'The budget was agreed to without a change.',
      'The ramp is salted before 7 AM from December on.',
    ],
  },
  {
    name: 'House rules.pdf',
    title: 'House rules',
    lines: [
      'Quiet hours are from 10 PM to 7 AM.',
      'Bicycles are kept in the basement, not on the stoop.',
      'Goose the dog may greet everybody.',
    ],
  },
]

/** The captain uploads them, as a captain does. */
export async function keepDocuments(portal: Portal, captain: Person): Promise<void> {
  const session = await captain.call.accounts.session()
  if (!session?.building) throw new Error(`${captain.email} is in no building`)
  const viewer = {
    kind: 'resident',
    id: captain.id,
    building_id: session.building.id,
    captain: true,
  } as const
  for (const document of DOCUMENTS) {
    await uploadDocument(portal, viewer, { name: document.name, body: page(document) })
  }
}

/** One page with a title and lines of plain letters, in the portable document format. */
async function* page({ title, lines }: DemoDocument): AsyncGenerator<Uint8Array> {
  const words = lines.map((line) => `0 -26 Td (${line}) Tj`).join('\n')
  const content = `BT /F1 26 Tf 72 690 Td (${title}) Tj /F2 13 Tf 0 -14 Td\n${words}\nET`
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`
  const fonts = `<< /F1 ${font('Times-Bold')} /F2 ${font('Helvetica')} >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font ${fonts} >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = `${String(text.length).padStart(10, '0')} 00000 n \n`
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = `xref\n0 5\n0000000000 65535 f \n${places.join('')}`
  yield Buffer.from(`${text}${table}trailer << /Size 5 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`)
}
