import { LIMITS } from '../../../domain/limits.ts'
import { HOLDER_LABELS, residentLabel } from '../../../domain/members/messages.ts'
import { sharePercent, TIE_LABELS } from '../../../domain/members/unit.ts'
import { optionalLongText } from '../../../domain/text.ts'
import type { Export } from '../../rpc/export.ts'
import { countPeople, listUnits, type UnitPerson, withoutUnit } from './units.db.ts'

const search = optionalLongText('Search', LIMITS.search).default(null)
/** More than any building has. */
const ALL = 1_000_000

/** The building's units and people as they are shown, one row for each person of a unit. A file that can be imported elsewhere. Product 4.1 */
export const membersExport = {
  name: 'Building Members',
  path: '/api/members/members.csv',
  audiences: [{ resident: 'manage_members' }],
  filters: { search },
  async read(tx, { building_id }, _, filter) {
    const [{ weight }, units, without] = await Promise.all([
      countPeople(tx, building_id, filter.search),
      listUnits(tx, building_id, filter.search, { limit: ALL, offset: 0 }),
      withoutUnit(tx, building_id, filter.search, ALL),
    ])
    const person = ({ name, email, tie, role, offices }: UnitPerson) => [
      name,
      email,
      tie === null ? '' : TIE_LABELS[tie],
      residentLabel(role),
      offices.map((office) => HOLDER_LABELS[office]).join(', '),
    ]
    return {
      columns: ['Unit', 'Share', 'Share of All', 'Name', 'Email', 'Owner or Renter', 'Role', 'Offices'],
      rows: [
        ...units.flatMap(({ number, weight: own, people }) => {
          const unit = [number, String(own), sharePercent(own, weight)]
          return people.length === 0
            ? [[...unit, '', '', '', '', '']]
            : people.map((each) => [...unit, ...person(each)])
        }),
        ...without.map((each) => ['', '', '', ...person(each)]),
      ],
    }
  },
} as const satisfies Export<{ resident: 'manage_members' }, { search: typeof search }>
