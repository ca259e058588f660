import { type FeatureCases, nothing } from '../feature-cases.ts'
import { admin, either } from '../row-rules.ts'

export const buildings = {
  procedures: {
    suggest: { audiences: 'all', by: 'anonymous', input: () => ({ address: 'minor' }) },
    update: {
      audiences: [{ resident: 'manage_building' }],
      by: 'maya',
      input: () => ({
        name: 'The Minor',
        number_of_floors: 6,
        number_of_units: 24,
        square_feet: null,
        closed_weekdays: [7],
        closed_on_holidays: true,
        quiet_from: '22:00',
        quiet_until: '07:00',
      }),
    },
    mine: { audiences: ['resident'], by: 'ned', input: nothing },
  },
  grow: (world) => world.resident('nora', { address: '1433 Minor Ave', number_of_units: 9 }),
  tables: {
    buildings: either(
      admin,
      ({ id }, { building }, { buildings, visited }) =>
        id === building || buildings.has(id) || [...visited.values()].includes(id),
    ),
  },
  writes: {
    buildings: {
      update: ({ id }, { building, powers }) => id === building && powers.includes('manage_building'),
    },
  },
  events: { building_added: { data: {} }, building_updated: { data: {} } },
  refusedUpdates: [['the captain flag', 'update buildings set captain_id = null returning id']],
  breaches: [
    [
      'each address is one building',
      `drop index buildings_one_per_address; insert into buildings (address, city, state, zip_code)
       select upper(address), city, state, zip_code from buildings where address like '420%'`,
    ],
    [
      'a duplicate names the building that people meet at its address',
      `insert into buildings (address, city, state, zip_code, duplicate_of)
       select '421 Denny Way', city, state, zip_code, id from buildings where address like '420%'`,
    ],
    [
      'the captain that a building names is its active captain',
      `update profiles set role = 'homeowner' where email = 'otto@example.com'`,
    ],
  ],
} satisfies FeatureCases<'buildings'>
