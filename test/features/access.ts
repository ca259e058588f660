import { asSystem } from '../../src/server/db/as-viewer.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { admin, all, either, neighbor, type Rule, withPower } from '../row-rules.ts'
import { NOW } from '../world.ts'

const inOwnName: Rule = ({ changed_by }, { id }) => changed_by === id

export const access = {
  async prepare(world) {
    await world.as('otto').access.change({ notes: 'The side door. Code 4071.' })
    return { visit: await world.visitToday('curb', 'Trash Take-Out', 'otto') }
  },
  async grow({ portal, idOf }, { visit }) {
    await asSystem(portal.db, async (tx) => {
      const of = await tx
        .selectFrom('appointments')
        .where('id', '=', visit)
        .select(['id as appointment_id', 'building_id', 'vendor_id'])
        .executeTakeFirstOrThrow()
      const look = { ...of, person: idOf('curb'), person_name: 'Curb' }
      for (const minutes of [10, 20])
        await tx
          .insertInto('access_looks')
          .values({ ...look, looked_at: new Date(NOW.getTime() - minutes * 60_000) })
          .execute()
    })
  },
  procedures: {
    notes: { audiences: ['resident'], by: 'ned', input: nothing },
    change: {
      audiences: [{ resident: 'manage_building' }],
      by: 'maya',
      input: () => ({ notes: 'The key is in the box beside the gate. Code 1431.' }),
    },
    looks: { audiences: [{ resident: 'manage_building' }], by: 'otto', input: () => ({ page: 1 }) },
    look: {
      audiences: ['vendor', 'crew'],
      by: 'curb',
      input: (_, { visit }) => ({ id: visit }),
      strangers: { id: ['evergreen', 'hilltop', 'cole'] },
    },
  },
  tables: {
    access_notes: neighbor,
    access_looks: either(withPower('manage_building'), admin),
  },
  writes: {
    access_notes: {
      insert: all(withPower('manage_building'), inOwnName),
      update: all(withPower('manage_building'), inOwnName),
      delete: withPower('manage_building'),
    },
  },
  refusedUpdates: [['a look at access notes', 'update access_looks set looked_at = looked_at returning id']],
  events: { access_notes_changed: { data: { removed: false } } },
  async seed(_, db) {
    await db.query(`
      with written as (insert into access_notes (building_id, notes, changed_by)
        select id, 'Ring at the office.', captain_id from buildings where captain_id is not null
        on conflict do nothing returning building_id, changed_by)
      insert into events (actor, building_id, kind, subject, data)
      select changed_by, building_id, 'access_notes_changed', building_id, '{"removed": false}' from written`)
    await db.query(`
      insert into access_looks (appointment_id, building_id, vendor_id, person, person_name, looked_at)
      select a.id, a.building_id, a.vendor_id, p.id, p.first_name, '2026-11-20 08:12Z'
      from appointments a join profiles p on p.vendor_id = a.vendor_id on conflict do nothing`)
  },
  breaches: [
    [
      'access notes have the event that last changed them',
      `update events set data = '{"removed": true}' where kind = 'access_notes_changed'`,
    ],
  ],
} satisfies FeatureCases<'access', { visit: string }>
