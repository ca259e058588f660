import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { id } from '../text.ts'
import { may, POWERS, type Power, type Role, type Viewer } from '../viewer.ts'

/** What a person may be beside resident, by the captain's word. The captain holds none of them. Product 4.2 */
export const OFFICES = ['treasurer', 'secretary', 'board_member'] as const
export type Office = (typeof OFFICES)[number]

/** The columns of the table of powers: each office, and every accepted resident. */
export const HOLDERS = [...OFFICES, 'resident'] as const
export type Holder = (typeof HOLDERS)[number]

const CAPTAIN_ONLY: readonly Power[] = ['manage_offices', 'hand_over']

/** The powers that an office can have: all but the captain's own. Product 4.2 */
export const GRANTABLE = POWERS.filter((power) => !CAPTAIN_ONLY.includes(power))

/** Those that every resident can have. */
export const RESIDENT_POWERS: readonly Power[] = ['request_services', 'accept_quotes']

/** Whether the table has a box for this power and holder. Product 4.2 */
export const isGrantable = (holder: Holder, power: Power): boolean =>
  (holder === 'resident' ? RESIDENT_POWERS : GRANTABLE).includes(power)

/**
 * The table of a building that said nothing else. Any resident requests and accepts, as the specification decides. Product 4.2
 * [6.tenant.3]
 */
export const DEFAULT_POWERS: Record<Holder, readonly Power[]> = {
  treasurer: ['request_services', 'accept_quotes', 'approve_invoices', 'manage_budget'],
  secretary: [
    'request_services',
    'accept_quotes',
    'manage_members',
    'manage_documents',
    'manage_announcements',
    'manage_votes',
  ],
  board_member: ['request_services', 'accept_quotes', 'manage_visits'],
  resident: ['request_services', 'accept_quotes'],
}

/** What a building says instead, by holder. */
export type SaidPowers = Partial<Record<Holder, readonly string[]>>

/** The powers of a holder in a building, in the order of POWERS, without any that it can't have. Product 4.2 */
export function powersOfHolder(holder: Holder, said: SaidPowers | null | undefined): Power[] {
  const given: readonly string[] = said?.[holder] ?? DEFAULT_POWERS[holder]
  return POWERS.filter((power) => isGrantable(holder, power) && given.includes(power))
}

/** The powers of a resident: what every resident has, and what their offices have. Product 4.2 */
export function powersOfResident(
  offices: readonly Office[] | null | undefined,
  said: SaidPowers | null | undefined,
): Power[] {
  const held = [...(offices ?? []), 'resident' as const].flatMap((holder) => powersOfHolder(holder, said))
  return POWERS.filter((power) => held.includes(power))
}

/** A person's offices as the captain sets them: each once. */
export const SetOffices = z.strictObject({
  id,
  offices: z
    .array(z.enum(OFFICES, { error: 'Office must be one of those offered' }), {
      error: 'Offices must be a list',
    })
    .max(OFFICES.length)
    .refine((list) => new Set(list).size === list.length, 'Offices names one entry twice'),
})
export type SetOffices = z.infer<typeof SetOffices>

/** Whether the viewer can give and take offices of this person: an accepted one who is not the captain. Product 4.2 */
export function canSetOffices(
  viewer: Viewer | null,
  member: { role: Role; status: 'pending' | 'active' },
): boolean {
  return may(viewer, 'manage_offices') && member.status === 'active' && member.role !== 'captain'
}

/**
 * Which offices a person gets and loses; null if they hold exactly these already. Throws DomainError 'not_allowed' for the captain, who has
 * all powers, and for somebody who was not accepted. Product 4.2
 */
export function setOffices(
  member: { role: Role; status: 'pending' | 'active'; offices: readonly Office[] },
  offices: readonly Office[],
): { given: Office[]; taken: Office[] } | null {
  if (member.status !== 'active') throw new DomainError('not_allowed', 'accept this person first')
  if (member.role === 'captain')
    throw new DomainError('not_allowed', 'the HOA representative has all powers and holds no other office')
  const given = offices.filter((office) => !member.offices.includes(office))
  const taken = member.offices.filter((office) => !offices.includes(office))
  return given.length + taken.length === 0 ? null : { given, taken }
}

/** A holder's powers as the captain sets them; `shown` are those that the table showed. */
export const SetPowers = z
  .strictObject({
    holder: z.enum(HOLDERS, { error: 'Choose an office of the table' }),
    powers: powerList('Powers'),
    shown: powerList('Shown powers'),
  })
  .refine(({ holder, powers }) => powers.every((power) => isGrantable(holder, power)), {
    message: 'This office can’t have that power',
    path: ['powers'],
  })
export type SetPowers = z.infer<typeof SetPowers>

function powerList(label: string) {
  return z
    .array(z.enum(POWERS, { error: `${label} must be of the table` }), { error: `${label} must be a list` })
    .max(POWERS.length)
}

/**
 * The powers of a holder that are saved; null if it has exactly these already, as after a lost response. Throws DomainError 'conflict' if the
 * table is another one than was shown. Product 4.2
 */
export function setPowers({ holder, powers, shown }: SetPowers, said: SaidPowers | null): Power[] | null {
  const wanted = powersOfHolder(holder, { [holder]: powers })
  const current = powersOfHolder(holder, said)
  if (isSame(wanted, current)) return null
  if (!isSame(powersOfHolder(holder, { [holder]: shown }), current))
    throw new DomainError('conflict', 'somebody changed this office meanwhile. Please look at it again')
  return wanted
}

const isSame = (one: readonly Power[], other: readonly Power[]) => one.join() === other.join()
