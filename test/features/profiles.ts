import { type FeatureCases, nothing } from '../feature-cases.ts'
import { admin, either, isLimited, neighbor, withPower } from '../row-rules.ts'
import { png } from '../sample-files.ts'

export const profiles = {
  procedures: {
    get: { audiences: ['resident', 'unassigned', 'vendor', 'crew'], by: 'ned', input: nothing },
    update: {
      audiences: ['resident', 'unassigned', 'vendor', 'crew'],
      by: 'ned',
      input: () => ({
        first_name: 'Ned',
        last_name: 'Test',
        email: 'ned@example.com',
        phone: '',
        unit_number: '5',
      }),
    },
  },
  tables: {
    profiles: either(
      neighbor,
      admin,
      (row, { id }) => row.id === id,
      (row, { powers }, { vendors }) =>
        powers.includes('manage_visits') &&
        vendors.has(row.vendor_id) &&
        row.vendor_role !== 'crew' &&
        row.status === 'active',
      (row, { kind, company }) => kind === 'vendor' && row.vendor_id === company,
      ({ building_id, role, status }, { kind }, { customers }) =>
        kind === 'vendor' && role === 'captain' && status === 'active' && customers.has(building_id),
    ),
  },
  writes: {
    profiles: {
      update: either(withPower('manage_members'), (row, { id, kind }) => row.id === id && !isLimited(kind)),
    },
  },
  events: { profile_updated: { data: {} } },
  refusedUpdates: [
    ['a role', `update profiles set role = 'admin' returning id`],
    ['a building', 'update profiles set building_id = null returning id'],
  ],
  attachments: {
    photo: {
      addedBy: ['resident', 'unassigned', 'vendor', 'crew'],
      seenBy: ['resident', 'unassigned', 'vendor', 'crew', 'pending', 'admin'],
      maxSize: 5 * 1024 * 1024,
      backedUp: true,
      by: 'ned',
      query: '',
      sample: png,
      addressOf: async (_, { photo_url }) => photo_url,
      strangers: [],
    },
  },
} satisfies FeatureCases<'profiles'>
