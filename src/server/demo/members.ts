import { DomainError } from '../../domain/errors.ts'
import type { Office } from '../../domain/members/office.ts'
import { BUILDINGS, DEMO_PASSWORD, type DemoBuilding, residentEmail } from './city.ts'
import type { Person } from './person.ts'

/** The board of The Larkspur. */
export const BOARD: [name: string, office: Office][] = [
  ['Ned Alvarez', 'treasurer'],
  ['Ruth Castellan', 'secretary'],
  ['Theo Banerjee', 'board_member'],
]
/** Who was invited to The Larkspur, and has not come yet. */
export const INVITED = `Name,Email,Unit,Owner or Renter
Freya Nilsson,freya@larkspur.example,503,owner
Hamid Rahimi,hamid@larkspur.example,208,renter
Joan Abbott,joan@larkspur.example,102,owner
`
/** Who is asked to take over in Union Bay Terrace. */
const SUCCESSOR = 'Kofi Mensah'

/**
 * A board with its powers, units whose shares differ, a renter, invitations by link and by file, and a captaincy that is offered; and a
 * building in which only officers accept quotes. Product 4.1, 4.2
 */
export async function settleMembers(people: ReadonlyMap<string, Person>): Promise<void> {
  const larkspur = captainOf(people, 'larkspur')
  const idOf = await idsOf(larkspur, buildingOf('larkspur'))
  for (const [name, office] of BOARD)
    await larkspur.call.members.setOffices({ id: idOf(name), offices: [office] })
  await larkspur.call.members.saveUnits({ units: floors(5, 8, 402) })
  await larkspur.call.members.setTies({ id: idOf('Theo Banerjee'), holds: [{ unit: '501', tie: 'renter' }] })
  await larkspur.call.members.setTies({
    id: idOf('Ruth Castellan'),
    holds: [
      { unit: '310', tie: 'owner' },
      { unit: '501', tie: 'owner' },
    ],
  })
  await larkspur.call.members.createLink({ unit_number: null, tie: 'owner', max_uses: 20, days: 30 })
  await larkspur.call.members.createLink({ unit_number: '107', tie: 'renter', max_uses: 2, days: 7 })
  const { lines } = await larkspur.call.members.previewInvitations({ csv: INVITED })
  const shown = lines.flatMap((line) => (line.fate === 'invite' ? [line.invitee.email] : []))
  await larkspur.call.members.importInvitations({ csv: INVITED, shown })

  const unionbay = captainOf(people, 'unionbay')
  const successor = (await idsOf(unionbay, buildingOf('unionbay')))(SUCCESSOR)
  await unionbay.call.members.offerCaptaincy({ id: successor, current_password: DEMO_PASSWORD })

  const wintergreen = captainOf(people, 'wintergreen')
  const { powers } = await wintergreen.call.members.offices()
  await wintergreen.call.members.setPowers({
    holder: 'resident',
    powers: ['request_services'],
    shown: powers.resident,
  })
}

/** Units by floor, 101 and on; the biggest at the top, and the captain's own as it is. */
function floors(count: number, each: number, own: number) {
  return Array.from({ length: count }, (_, floor) =>
    Array.from({ length: each }, (_, at) => {
      const number = (floor + 1) * 100 + at + 1
      return { number: String(number), weight: number === own ? 120 : 90 + floor * 10 }
    }),
  )
    .flat()
    .slice(0, 32)
}

function captainOf(people: ReadonlyMap<string, Person>, key: string): Person {
  const captain = people.get(key)
  if (!captain) throw new DomainError('not_found')
  return captain
}

function buildingOf(key: string): DemoBuilding {
  const building = BUILDINGS.find((each) => each.key === key)
  if (!building) throw new DomainError('not_found')
  return building
}

/** The ids of a building's people by their names in the list of the city. */
async function idsOf(captain: Person, building: DemoBuilding): Promise<(name: string) => string> {
  const { members } = await captain.call.members.list()
  return (name) => {
    const person = building.people.find((each) => each.name === name)
    const member = person && members.find(({ email }) => email === residentEmail(building, person))
    if (!member) throw new DomainError('not_found')
    return member.id
  }
}
