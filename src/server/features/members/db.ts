import { sql } from 'kysely'
import { DomainError } from '../../../domain/errors.ts'
import { HANDOVER_REFUSALS } from '../../../domain/members/captaincy.ts'
import type { Office } from '../../../domain/members/office.ts'
import { TENANT_REFUSALS } from '../../../domain/members/tenant.ts'
import { searchWords } from '../../../domain/searched-list.ts'
import type { Tx } from '../../db/pool.ts'

type Tenant = {
  first_name: string
  last_name: string
  email: string
  unit_number: string
  role: 'member' | 'captain'
}

/**
 * Adds a person without a password to the viewer's building, and a link to choose one. The database checks the viewer's
 * power (policies.sql). Throws DomainError 'email_taken'.
 */
export async function addTenant(tx: Tx, tenant: Tenant): Promise<string> {
  const { first_name, last_name, email, unit_number, role } = tenant
  const { rows } = await sql<{ id: string | null }>`
    select add_tenant(${first_name}, ${last_name}, ${email}, ${unit_number}, ${role}) as id`.execute(tx)
  const id = rows[0]?.id
  if (!id) throw new DomainError('email_taken', await whyTaken(tx, email), 'email')
  return id
}

/** Of others than the building's own people, a captain learns only that the address is taken. */
async function whyTaken(tx: Tx, email: string): Promise<string> {
  const neighbor = await tx.selectFrom('profiles').where('email', '=', email).select('id').executeTakeFirst()
  return neighbor ? TENANT_REFUSALS['in the building'] : TENANT_REFUSALS.elsewhere
}

/** Whether each word of a search occurs in a text. Not by LIKE, in which what is typed could hold wildcards. */
export function holdsWords(search: string | null, about: ReturnType<typeof sql>) {
  const words = searchWords(search)
  if (words.length === 0) return sql<boolean>`true`
  return sql<boolean>`(${sql.join(
    words.map((word) => sql`strpos(${about}, ${word}) > 0`),
    sql` and `,
  )})`
}

const PAGE_SIZE = 50

/** Who waits for a decision: who is invited is accepted already. */
const isWaiting = sql<boolean>`status = 'pending'
  and not exists (select from member_invitations i where i.profile_id = profiles.id)`

/** The offices of the person `profiles`. Product 4.2 */
const officesOfMember = sql<
  Office[]
>`array(select o.office from officers o where o.profile_id = profiles.id order by o.office)`.as('offices')

/**
 * A page of the building's people, those who wait first, then oldest first; with `search`, of those in whose name, e-mail
 * address or unit each of its words occurs. `people` counts all, `waiting` those who wait, `total` those found. `confirmed` says of those who wait, to those who decide about them, whether
 * they have confirmed their address.
 */
export async function membersPage(tx: Tx, buildingId: string, page: number, search: string | null) {
  const people = tx.selectFrom('profiles').where('building_id', '=', buildingId)
  const found = holdsWords(search, sql`lower(concat_ws(' ', first_name, last_name, email, unit_number))`)
  const [counts, members] = await Promise.all([
    people
      .select(({ fn }) => [
        fn.countAll<number>().as('people'),
        fn.countAll<number>().filterWhere(isWaiting).as('waiting'),
        fn.countAll<number>().filterWhere(found).as('total'),
      ])
      .executeTakeFirstOrThrow(),
    people
      .where(found)
      .select(['id', 'first_name', 'last_name', 'email', 'unit_number', 'status', 'role', 'created_at'])
      .select(officesOfMember)
      .select(
        sql<
          boolean | null
        >`case when status = 'pending' and viewer_may('manage_members') then address_is_confirmed(id) end`.as(
          'confirmed',
        ),
      )
      .$narrowType<{ status: 'pending' | 'active' }>()
      .orderBy((eb) => eb('status', '=', 'active'))
      .orderBy('created_at')
      .orderBy('id')
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE)
      .execute(),
  ])
  return { ...counts, page_size: PAGE_SIZE, members }
}

/** Deletes a pending person's account; with `block`, their address can't ask again. The database checks the viewer's power. */
export async function deleteDeclined(tx: Tx, memberId: string, block: boolean): Promise<void> {
  await sql`select decline_member(${memberId}, ${block})`.execute(tx)
}

/** Whether the building's captain has blocked this e-mail address. */
export async function isBlocked(tx: Tx, buildingId: string, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('blocked_emails')
    .where('building_id', '=', buildingId)
    .where('email', '=', email)
    .select('email')
    .executeTakeFirst()
  return row !== undefined
}

/** Locks a person of the building. Throws DomainError 'not_found'. */
export async function lockMember(tx: Tx, memberId: string, buildingId: string) {
  const member = await tx
    .selectFrom('profiles')
    .where('id', '=', memberId)
    .where('building_id', '=', buildingId)
    .select(['role', 'status', 'full_name', 'email'])
    .select(sql<boolean>`can_sign_in(id)`.as('can_sign_in'))
    .select(officesOfMember)
    .$narrowType<{ status: 'pending' | 'active' }>()
    .forUpdate()
    .executeTakeFirst()
  if (!member) throw new DomainError('not_found')
  return member
}

export async function setStatus(tx: Tx, memberId: string, status: 'active' | 'pending'): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({ status, updated_at: sql`now()` })
    .where('id', '=', memberId)
    .execute()
}

type HandoverOutcome = 'done' | 'no password' | 'no captain'

/** Makes a pending person the captain in the viewer's place. Throws DomainError 'handover_refused'. */
export async function handOver(tx: Tx, to: string): Promise<void> {
  const { rows } = await sql<{
    outcome: HandoverOutcome
  }>`select hand_over_captain(${to}) as outcome`.execute(tx)
  const outcome: HandoverOutcome = rows[0]?.outcome ?? 'no captain'
  if (outcome !== 'done') throw new DomainError('handover_refused', HANDOVER_REFUSALS[outcome])
}
