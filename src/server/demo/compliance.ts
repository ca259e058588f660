import { randomUUID } from 'node:crypto'
import { addDays, type CalendarDate } from '../../domain/calendar.ts'
import { COMPLIANCE_LABELS, type ComplianceKind } from '../../domain/compliance/kind.ts'
import { tellOfExpiries } from '../features/compliance/expiry.ts'
import { complianceAttachment } from '../features/compliance/file.ts'
import type { Portal } from '../rpc/context.ts'
import { addFile } from '../storage/add-file.ts'
import { pdfPage } from './documents.ts'
import type { Person } from './person.ts'

type DemoCompliance = {
  by: string
  kind: ComplianceKind
  number?: string
  /** What an insurance covers. */
  dollars?: number
  /** In days from today. */
  from: number
  until?: number
  /** Without this it is verified. */
  standing?: 'waits' | { refused: string }
}

const insured = (by: string, number: string, until: number): DemoCompliance => ({
  by,
  kind: 'insurance',
  number,
  dollars: 1_000_000,
  from: until - 365,
  until,
})

/** What vendors of the demo city show of themselves. Evergreen's insurance ends next week. */
const DOCUMENTS_OF_VENDORS: DemoCompliance[] = [
  insured('evergreen', 'CGL-48213', 6),
  insured('raincity', 'CGL-77120', 131),
  insured('curb', 'PK-2026-0418', 204),
  insured('hilltop', 'CGL-30977', 88),
  insured('alder', 'BOP-11482', 260),
  { by: 'evergreen', kind: 'w9', from: -120 },
  { by: 'hilltop', kind: 'license', number: 'HILLTP*881KQ', from: -40, until: 690 },
  {
    by: 'summit',
    kind: 'insurance',
    number: 'CGL-55006',
    dollars: 2_000_000,
    from: -3,
    until: 362,
    standing: 'waits',
  },
  { by: 'puget', kind: 'license', number: 'PUGETPH914', from: -200, until: 530, standing: 'waits' },
  {
    by: 'broom',
    kind: 'insurance',
    number: 'GL-9920',
    dollars: 500_000,
    from: -10,
    until: 355,
    standing: {
      refused: 'The certificate names Broom Holdings, not The Broom Brigade. Please send one in your name.',
    },
  },
]

/** What the admin requires. */
const REQUIRED: [service: string, kind: ComplianceKind][] = [
  ['Landscaping', 'insurance'],
  ['Tree Care', 'insurance'],
]

type ShownCompliance = {
  portal: Portal
  admin: Person
  people: Map<string, Person>
  types: Map<string, string>
  today: CalendarDate
}

/** Vendors add their documents, the admin decides about them and requires some, and what expires soon is told. */
export async function showCompliance({
  portal,
  admin,
  people,
  types,
  today,
}: ShownCompliance): Promise<void> {
  for (const document of DOCUMENTS_OF_VENDORS) {
    const owner = people.get(document.by)
    const id = owner && (await addDemoDocument(portal, owner, document, today))
    if (!id || document.standing === 'waits') continue
    if (document.standing) await admin.call.compliance.refuse({ id, reason: document.standing.refused })
    else await admin.call.compliance.verify({ id })
  }
  for (const [service, kind] of REQUIRED) {
    const service_type_id = types.get(service)
    if (service_type_id) await admin.call.compliance.setRequirement({ service_type_id, kind, required: true })
  }
  await tellOfExpiries(portal)
}

async function addDemoDocument(
  portal: Portal,
  owner: Person,
  { kind, number = '', dollars, from, until }: DemoCompliance,
  today: CalendarDate,
): Promise<string> {
  const viewer = (await owner.call.accounts.session())?.viewer
  if (viewer?.kind !== 'vendor') throw new Error(`${owner.email} is no vendor`)
  const id = randomUUID()
  const title = COMPLIANCE_LABELS[kind]
  const query = {
    id,
    kind,
    number,
    amount: dollars === undefined ? '' : String(dollars),
    valid_from: addDays(today, from),
    expires_on: until === undefined ? '' : addDays(today, until),
    name: `${title}.pdf`,
  }
  const lines = [`Number ${number || 'as on file'}`, `From ${query.valid_from}`, 'For the demo city only.']
  await addFile(portal, complianceAttachment, viewer, {
    query,
    body: pdfPage({ name: query.name, title, lines }),
  })
  return id
}
