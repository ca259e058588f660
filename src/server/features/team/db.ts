import { sql } from 'kysely'
import { DomainError } from '../../../domain/errors.ts'
import type { VendorRole } from '../../../domain/team/colleague.ts'
import { INVITATION_REFUSALS } from '../../../domain/team/messages.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'

/** More people than any company of a city has; the screen shows them on one page. */
const MAX_SHOWN = 500

/** The people who work for a company, or are invited to it, owners first. */
export const peopleOf = (tx: Tx, vendorId: string) =>
  tx
    .selectFrom('profiles')
    .where('vendor_id', '=', vendorId)
    .where('status', '<>', 'removed')
    .select(['id', 'first_name', 'last_name', 'email', 'status'])
    .select((eb) => eb.ref('vendor_role').$notNull().as('vendor_role'))
    .orderBy(sql`array_position('{owner,office,crew}', vendor_role)`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_SHOWN)
    .execute()

/** The same for those who manage people, with the day until which an invitation works; null for none. */
export async function managedPeople(tx: Tx, vendorId: string) {
  const people = await peopleOf(tx, vendorId)
  const waiting = people.filter(({ status }) => status === 'pending').map(({ id }) => id)
  const { rows } = await sql<{ id: string; expires_at: Date | null }>`
    select id, invitation_expires_at(id) as expires_at from unnest(${waiting}::uuid[]) as id`.execute(tx)
  const links = new Map(rows.map(({ id, expires_at }) => [id, expires_at]))
  return people.map((person) => ({ ...person, invited_until: links.get(person.id) ?? null }))
}

/** One change of a company's people at a time. Returns the one of this id, and all. Throws DomainError 'not_found'. */
export async function lockColleague(tx: Tx, vendorId: string, id: string) {
  await lockCompany(tx, vendorId)
  const people = await peopleOf(tx, vendorId)
  const colleague = people.find((each) => each.id === id)
  if (!colleague) throw new DomainError('not_found')
  return { colleague, people }
}

/** Returns the company's name. */
export async function lockCompany(tx: Tx, vendorId: string): Promise<string> {
  const { company_name } = await tx
    .selectFrom('vendor_profiles')
    .where('id', '=', vendorId)
    .select('company_name')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return company_name
}

type Invited = { first_name: string; last_name: string; email: string; vendor_role: VendorRole }

/**
 * Adds a person without a password to the viewer's company, and a link to choose one. The database checks the viewer's power
 * (policies.sql). Throws DomainError 'email_taken'.
 */
export async function addColleague(tx: Tx, invited: Invited): Promise<string> {
  const { first_name, last_name, email, vendor_role } = invited
  const { rows } = await sql<{ id: string | null }>`
    select add_colleague(${first_name}, ${last_name}, ${email}, ${vendor_role}) as id`.execute(tx)
  const id = rows[0]?.id
  if (!id) throw new DomainError('email_taken', await whyRefused(tx, email), 'email')
  return id
}

/** Of others than the company's own people, an owner learns only that the address is taken. */
async function whyRefused(tx: Tx, email: string): Promise<string> {
  const colleague = await tx
    .selectFrom('profiles')
    .where('email', '=', email)
    // An owner also sees the captains who accepted quotes.
    .where('vendor_id', '=', sql<string>`viewer_vendor()`)
    .select('id')
    .executeTakeFirst()
  return INVITATION_REFUSALS[colleague ? 'in the company' : 'elsewhere']
}

export async function renewInvitation(tx: Tx, id: string): Promise<void> {
  await sql`select renew_invitation(${id})`.execute(tx)
}

export async function saveRole(tx: Tx, id: string, role: VendorRole): Promise<void> {
  await sql`select change_vendor_role(${id}, ${role})`.execute(tx)
}

/** Ends a colleague's account, or deletes that of an invited person. */
export async function endColleague(tx: Tx, id: string): Promise<void> {
  await sql`select remove_colleague(${id})`.execute(tx)
}

/** The name of the company that somebody works for; null for a resident. */
export async function companyOf(tx: Tx, personId: string): Promise<string | null> {
  const company = await tx
    .selectFrom('vendor_profiles as v')
    .innerJoin('profiles as p', 'p.vendor_id', 'v.id')
    .where('p.id', '=', personId)
    .select('company_name')
    .executeTakeFirst()
  return company?.company_name ?? null
}

/** An invited person of a company has chosen their password: they work there now. Nothing for anybody else. Product 1.8 */
export async function joinCompany(tx: Tx, id: string): Promise<void> {
  const joined = await tx
    .updateTable('profiles')
    .set({ status: 'active', updated_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('vendor_id', 'is not', null)
    .returning('vendor_id')
    .executeTakeFirst()
  if (!joined) return
  await record(tx, { kind: 'colleague_joined', actor: id, vendor_id: joined.vendor_id, subject: id })
}
