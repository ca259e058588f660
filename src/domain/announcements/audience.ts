import type { Office } from '../members/office.ts'
import type { Tie } from '../members/unit.ts'
import type { Role } from '../viewer.ts'

/** Who an announcement is for. Product 4.5 */
export const ANNOUNCEMENT_AUDIENCES = ['all', 'owners', 'renters', 'officers', 'unit'] as const
export type AnnouncementAudience = (typeof ANNOUNCEMENT_AUDIENCES)[number]

/** What decides whether somebody of a building is in an audience. */
export type AnnouncementReader = {
  role: Role
  offices: readonly Office[]
  /** What they own and rent. */
  holds: readonly { unit_id: string; tie: Tie }[]
}

/**
 * Whether an active resident is in the audience. Who holds no unit yet is taken for an owner, and a tenant for a
 * renter; the officers are the captain and who holds an office. Product 4.1, 4.5
 */
export function isInAudience(
  { audience, unit_id }: { audience: AnnouncementAudience; unit_id: string | null },
  { role, offices, holds }: AnnouncementReader,
): boolean {
  const isTiedAs = (tie: Tie) =>
    holds.length === 0 ? (role === 'member') === (tie === 'renter') : holds.some((each) => each.tie === tie)
  switch (audience) {
    case 'all':
      return true
    case 'owners':
      return isTiedAs('owner')
    case 'renters':
      return isTiedAs('renter')
    case 'officers':
      return role === 'captain' || offices.length > 0
    case 'unit':
      return holds.some((each) => each.unit_id === unit_id)
  }
}

const GROUP_LABELS: Record<Exclude<AnnouncementAudience, 'unit'>, string> = {
  all: 'All residents',
  owners: 'Owners',
  renters: 'Renters',
  officers: 'Officers',
}

/** The names of audiences in a list of choices. Product 4.5 */
export const AUDIENCE_LABELS: Record<AnnouncementAudience, string> = { ...GROUP_LABELS, unit: 'One unit' }

/** Who an announcement is for, in words: 'Owners', 'Unit 4B'. Product 4.5 */
export const audienceText = ({
  audience,
  unit_number,
}: {
  audience: AnnouncementAudience
  unit_number: string | null
}): string => (audience === 'unit' ? `Unit ${unit_number ?? ''}`.trim() : GROUP_LABELS[audience])
