import { documentAttachment } from '../features/documents/attachment.ts'
import type { Portal } from '../rpc/context.ts'
import { addFile } from '../storage/add-file.ts'
import type { Query } from '../storage/attachment.ts'
import type { Person } from './person.ts'

type DemoDocument = {
  name: string
  title: string
  lines: string[]
  /** What it replaced. */
  draft?: DemoDocument
}

/** The documents of every building of the demo city. */
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
    draft: {
      name: 'House rules (draft).pdf',
      title: 'House rules, a draft',
      lines: ['Quiet hours are to be agreed.', 'Bicycles: to be discussed in spring.'],
    },
  },
]

/** The captain uploads the documents, and replaces drafts. */
export async function uploadDocuments(portal: Portal, captain: Person): Promise<void> {
  const viewer = (await captain.call.accounts.session())?.viewer
  if (viewer?.kind !== 'resident') throw new Error(`${captain.email} is in no building`)
  const upload = async (document: DemoDocument, query: Query = {}) =>
    addFile(portal, documentAttachment, viewer, {
      query: { ...query, name: document.name },
      body: pdfPage(document),
    })
  for (const { draft, ...document } of DOCUMENTS) {
    const earlier = draft && (await upload(draft))
    await upload(document, earlier && { replaces: earlier.id })
  }
}

/** A PDF of one page with a title and lines of ASCII text. */
export async function* pdfPage({ title, lines }: DemoDocument): AsyncGenerator<Uint8Array> {
  const body = lines.map((line) => `0 -26 Td (${line}) Tj`).join('\n')
  const content = `BT /F1 26 Tf 72 690 Td (${title}) Tj /F2 13 Tf 0 -14 Td\n${body}\nET`
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`
  const fonts = `<< /F1 ${font('Times-Bold')} /F2 ${font('Helvetica')} >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font ${fonts} >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = `${String(text.length).padStart(10, '0')} 00000 n \n`
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = `xref\n0 5\n0000000000 65535 f \n${offsets.join('')}`
  yield Buffer.from(`${text}${table}trailer << /Size 5 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`)
}
