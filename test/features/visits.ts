import type { FeatureCases } from '../feature-cases.ts'
import { admin, either, neighbor, vendorOwn } from '../row-rules.ts'

const shown = (id: string) => ({ id, shown_date: '2026-12-18', shown_time: '09:00' })
const visitOf = (which: string) => `(select id from appointments order by scheduled_date ${which} limit 1)`

type Ids = Record<'today' | 'later', string>

export const visits = {
  async prepare(world) {
    const snow = await world.request('Snow Removal')
    await world.accept(snow, await world.quote('hilltop', snow, 5000))
    const { visits } = await world.as('hilltop').visits.upcoming({ page: 1 })
    const [today = '', later = ''] = visits.map(({ id }) => id)
    return { today, later }
  },
  procedures: {
    upcoming: { audiences: ['resident', 'vendor'], by: 'maya', input: () => ({ page: 1, all: true }) },
    toComplete: { audiences: ['vendor'], by: 'hilltop', input: () => ({ page: 1 }) },
    complete: {
      audiences: ['vendor'],
      by: 'hilltop',
      input: (_, { today }) => ({ id: today }),
      strangers: { id: ['curb', 'evergreen'] },
    },
    move: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'maya',
      input: (_, { later }) => ({
        ...shown(later),
        scheduled_date: '2026-12-21',
        scheduled_time: '13:30',
        reason: 'The courtyard is being painted.',
      }),
      strangers: { id: ['otto', 'curb'] },
    },
    cancel: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'hilltop',
      input: (_, { later }) => ({ ...shown(later), reason: 'The lift broke down.' }),
      strangers: { id: ['otto', 'curb'] },
    },
  },
  tables: { appointments: either(neighbor, vendorOwn, admin) },
  breaches: [
    [
      'an accepted quote has the visits of its schedule',
      `delete from appointments where id = ${visitOf('desc')}`,
    ],
    [
      'an accepted quote has the visits of its schedule',
      `update appointments set scheduled_date = scheduled_date + 1 where id = ${visitOf('desc')}`,
    ],
    [
      'each visit belongs to an accepted quote',
      `update appointments set vendor_id = (select id from vendor_profiles where company_name like 'Curb%')
       where id = ${visitOf('desc')}`,
    ],
    [
      "a service's next visit is its earliest confirmed one",
      `update building_services set next_scheduled_visit = '2030-01-01'`,
    ],
  ],
} satisfies FeatureCases<'visits', Ids>
