import { sql } from 'kysely'
import { DomainError } from '../../domain/errors.ts'
import type { Tx } from '../database/pool.ts'

type Tenant = {
  first_name: string
  last_name: string
  email: string
  unit_number: string
  role: 'member' | 'captain'
}

/**
 * Adds a person to the viewer's building, without a password, and a link for them to choose one. The database allows it
 * to captains alone (policies.sql). Throws DomainError 'email_taken'.
 */
export async function addTenant(tx: Tx, tenant: Tenant): Promise<string> {
  const { first_name, last_name, email, unit_number, role } = tenant
  const { rows } = await sql<{ id: string | null }>`
    select add_tenant(${first_name}, ${last_name}, ${email}, ${unit_number}, ${role}) as id`.execute(tx)
  const id = rows[0]?.id
  if (!id) throw new DomainError('email_taken', undefined, 'email')
  return id
}

const REFUSALS: Record<string, string> = {
  'no password': 'this person has not chosen a password yet, so your building would have nobody in charge',
  'no captain': 'you are no longer the HOA representative of this building',
}

/** Makes a pending person the captain in the viewer's place. Throws DomainError 'handover_refused'. */
export async function handOver(tx: Tx, to: string): Promise<void> {
  const { rows } = await sql<{ outcome: string }>`select hand_over_captain(${to}) as outcome`.execute(tx)
  const refusal = REFUSALS[rows[0]?.outcome ?? '']
  if (refusal) throw new DomainError('handover_refused', refusal)
}
