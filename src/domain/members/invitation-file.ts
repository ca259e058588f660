import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { email, text } from '../text.ts'
import type { Tie } from './unit.ts'
import { unitNumber } from './unit.ts'

// A file of people to invite: its preview says each line's fate, and importing does exactly that. Product 4.1

/** The columns of a file; a name may also be in two. */
export const FILE_COLUMNS = ['Name', 'Email', 'Unit', 'Owner or Renter'] as const

/** A record of the file with the number of the line that it begins on. */
export type FileRecord = { line: number; cells: readonly string[] }

/** What the portal knows of an address already. */
export type AddressStanding = 'member' | 'waiting' | 'invited' | 'elsewhere' | 'blocked'

export type Invitee = { first_name: string; last_name: string; email: string; unit_number: string; tie: Tie }

/** What becomes of a line: it is invited, or nothing is done since that was done before, or it is refused. `reason` completes 'This line …'. */
export type LineFate = { line: number; name: string; email: string; unit: string } & (
  | { fate: 'invite'; invitee: Invitee }
  | { fate: 'known' | 'refused'; reason: string }
)

export const InvitationFile = z.strictObject({
  csv: z.string('The file must be text').max(LIMITS.invitation_file, 'The file is too large'),
})
/** `shown` are the addresses that the preview said are invited. */
export const ImportInvitations = InvitationFile.extend({
  shown: z.array(email).max(LIMITS.invitation_lines, 'Shown can have at most 1000 entries'),
})

type FileHeader = {
  first: number
  last: number | null
  email: number
  unit: number
  tie: number
  length: number
}

const NAMES: Record<string, readonly string[]> = {
  name: ['name', 'full name'],
  first: ['first name', 'firstname', 'first'],
  last: ['last name', 'lastname', 'last'],
  email: ['email', 'e-mail', 'mail', 'email address', 'e-mail address'],
  unit: ['unit', 'unit number', 'apartment', 'apt'],
  tie: ['owner or renter', 'owner/renter', 'tie', 'role', 'holds'],
}

/** Where the columns are. Throws DomainError 'invalid_input' if one is missing or there twice. */
export function readInvitationHeader(cells: readonly string[]): FileHeader {
  const names = cells.map((cell) => cell.trim().toLowerCase().replace(/\s+/g, ' '))
  const at = (column: string) =>
    names.flatMap((name, index) => (NAMES[column]?.includes(name) ? [index] : []))
  const one = (column: string, label: string): number => {
    const [index, again] = at(column)
    if (again !== undefined) throw invalid(`The file has the column ${label} twice`)
    if (index === undefined)
      throw invalid(
        `The file has no column ${label}. Its first line must name ${FILE_COLUMNS.join(', ')}, with commas between them`,
      )
    return index
  }
  const isSplit = at('name').length === 0 && at('first').length > 0
  return {
    first: isSplit ? one('first', 'First Name') : one('name', 'Name'),
    last: isSplit ? one('last', 'Last Name') : null,
    email: one('email', 'Email'),
    unit: one('unit', 'Unit'),
    tie: one('tie', 'Owner or Renter'),
    length: cells.length,
  }
}

const TIE_WORDS: Record<string, Tie> = { owner: 'owner', renter: 'renter', tenant: 'renter' }

const partOfName = (label: string) => text(label, LIMITS.name)

type Read = { said: Omit<LineFate, 'fate' | 'reason'>; read: { invitee: Invitee } | { refused: string } }

/** What a line says, or why nobody can be invited by it. */
function readLine(header: FileHeader, { line, cells }: FileRecord): Read {
  const cell = (index: number) => (cells[index] ?? '').replaceAll(/\s+/g, ' ').trim()
  const full = header.last === null ? cell(header.first) : `${cell(header.first)} ${cell(header.last)}`.trim()
  const said = { line, name: full, email: cell(header.email).toLowerCase(), unit: cell(header.unit) }
  const refused = (reason: string): Read => ({ said, read: { refused: reason } })
  if (cells.length !== header.length)
    return refused(`has ${cells.length} fields, where the first line has ${header.length}`)
  if (full === '') return refused('has no name')
  const [first, ...rest] = header.last === null ? full.split(' ') : [cell(header.first), cell(header.last)]
  if (first === '') return refused('has no first name')
  if (rest.join('') === '') return refused('has no last name')
  const first_name = partOfName('Its first name').safeParse(first)
  const last_name = partOfName('Its last name').safeParse(rest.join(' '))
  if (!first_name.success) return refused(why(first_name))
  if (!last_name.success) return refused(why(last_name))
  if (said.email === '') return refused('has no e-mail address')
  const address = email.safeParse(said.email)
  if (!address.success)
    return refused(
      said.email.length > LIMITS.email
        ? 'has an e-mail address that is too long'
        : 'has an e-mail address that is none',
    )
  if (said.unit === '') return refused('has no unit')
  const unit = unitNumber.safeParse(said.unit)
  if (!unit.success) return refused(why(unit))
  const word = cell(header.tie).toLowerCase()
  if (word === '') return refused('does not say owner or renter')
  const tie = TIE_WORDS[word]
  if (tie === undefined) return refused('says neither owner nor renter')
  return {
    said,
    read: {
      invitee: {
        first_name: first_name.data,
        last_name: last_name.data,
        email: address.data,
        unit_number: unit.data,
        tie,
      },
    },
  }
}

const KNOWN: Record<AddressStanding, { fate: 'known' | 'refused'; reason: string }> = {
  member: { fate: 'known', reason: 'is of somebody who lives here already' },
  waiting: { fate: 'known', reason: 'is of somebody who waits for approval already' },
  invited: { fate: 'known', reason: 'is of somebody who was invited already' },
  elsewhere: { fate: 'refused', reason: 'has an address with an account elsewhere' },
  blocked: { fate: 'refused', reason: 'has an address that is blocked' },
}

/** The addresses that lines name, for what the portal knows of them. */
export const addressesIn = (header: FileHeader, records: readonly FileRecord[]): string[] => [
  ...new Set(
    records.flatMap((record) => {
      const { read } = readLine(header, record)
      return 'invitee' in read ? [read.invitee.email] : []
    }),
  ),
]

/**
 * Each line's fate, in the order of the file: the first line of an address counts, and of an address that is known nobody is invited again.
 * Product 4.1
 */
export function planInvitations(
  header: FileHeader,
  records: readonly FileRecord[],
  known: ReadonlyMap<string, AddressStanding>,
): LineFate[] {
  const lineOf = new Map<string, number>()
  return records.map((record): LineFate => {
    const { said, read } = readLine(header, record)
    if ('refused' in read) return { ...said, fate: 'refused', reason: read.refused }
    const { invitee } = read
    const earlier = lineOf.get(invitee.email)
    if (earlier !== undefined)
      return { ...said, fate: 'refused', reason: `has the address of line ${earlier} again` }
    lineOf.set(invitee.email, record.line)
    const standing = known.get(invitee.email)
    return standing ? { ...said, ...KNOWN[standing] } : { ...said, fate: 'invite', invitee }
  })
}

/**
 * Who is invited by an import: exactly those that the preview showed. Nobody if all of them were invited meanwhile, as after a lost response. Throws
 * DomainError 'conflict' if others would be now. Product 4.1
 */
export function invitedNow(plan: readonly LineFate[], shown: readonly string[]): Invitee[] {
  const invited = plan.flatMap((each) => (each.fate === 'invite' ? [each.invitee] : []))
  const isShown = invited.length === shown.length && invited.every(({ email }) => shown.includes(email))
  if (invited.length > 0 && !isShown)
    throw new DomainError('conflict', 'something changed after the preview. Please look at it again')
  return invited
}

const why = ({ error }: { error: z.ZodError }) => `can’t be used: ${error.issues[0]?.message}`

const invalid = (message: string) => new DomainError('invalid_input', message, 'csv')
