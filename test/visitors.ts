import { type Audience, POWERS, type Power, VENDOR_POWERS, type VendorPower } from '../src/domain/viewer.ts'
import { asSystem } from '../src/server/db/as-viewer.ts'
import type { Name, World } from './world.ts'

export type Visitor = {
  who: Name | 'anonymous'
  kind: string
  audience: Audience
  powers: readonly (Power | VendorPower)[]
}

/** One person for each audience. */
export const visitors: Visitor[] = [
  { who: 'anonymous', kind: 'anonymous', audience: 'anonymous', powers: [] },
  { who: 'pia', kind: 'pending', audience: 'pending', powers: [] },
  { who: 'ned', kind: 'homeowner', audience: 'resident', powers: ['request_services', 'accept_quotes'] },
  { who: 'maya', kind: 'captain', audience: 'resident', powers: POWERS },
  { who: 'curb', kind: 'vendor', audience: 'vendor', powers: VENDOR_POWERS },
  { who: 'cole', kind: 'crew', audience: 'crew', powers: [] },
  { who: 'ada', kind: 'admin', audience: 'admin', powers: [] },
  { who: 'olga', kind: 'unassigned', audience: 'unassigned', powers: [] },
]

export function isAdmitted({ audience: own, powers }: Visitor, audiences: readonly Audience[]): boolean {
  return audiences.some((audience) =>
    typeof audience === 'object'
      ? powers.includes('vendor' in audience ? audience.vendor : audience.resident)
      : audience === own,
  )
}

export function denialOf({ who }: Visitor): 'UNAUTHORIZED' | 'FORBIDDEN' {
  return who === 'anonymous' ? 'UNAUTHORIZED' : 'FORBIDDEN'
}

/** Makes Olga a resident without a building, as after her building was deleted. */
export function unassignOlga(world: World) {
  return asSystem(world.portal.db, (tx) =>
    tx
      .updateTable('profiles')
      .set({ building_id: null, status: 'active' })
      .where('id', '=', world.idOf('olga'))
      .execute(),
  )
}
