import { expect, test } from 'vitest'
import {
  type AddressStanding,
  addressesIn,
  type FileRecord,
  invitedNow,
  planInvitations,
  readInvitationHeader,
} from './invitation-file.ts'

// A file of people to invite: Product 4.1.

const header = readInvitationHeader(['Name', 'Email', 'Unit', 'Owner or Renter'])
const known = new Map<string, AddressStanding>([
  ['maya@example.com', 'member'],
  ['pia@example.com', 'waiting'],
  ['ida@example.com', 'invited'],
  ['vera@example.com', 'elsewhere'],
  ['spam@example.com', 'blocked'],
])
const line = (...cells: string[]): FileRecord[] => [{ line: 2, cells }]
const fate = (...cells: string[]) => {
  const [planned] = planInvitations(header, line(...cells), known)
  return planned?.fate === 'invite' ? 'invite' : `${planned?.fate}: ${planned?.reason}`
}
const LONG = 'x'.repeat(101)

test.each([
  [['Ned Olsen', 'ned@example.com', '4B', 'owner'], 'invite'],
  [['  Ned   Olsen ', ' NED@Example.com', ' 4B', ' Renter '], 'invite'],
  [['Ned de la Cruz', 'ned@example.com', '4B', 'TENANT'], 'invite'],
  [['Ned Olsen', 'ned@example.com', '4B'], 'refused: has 3 fields, where the first line has 4'],
  [['Ned Olsen', 'ned@example.com', '4B', 'owner', 'x'], 'refused: has 5 fields, where the first line has 4'],
  [['', 'ned@example.com', '4B', 'owner'], 'refused: has no name'],
  [['Ned', 'ned@example.com', '4B', 'owner'], 'refused: has no last name'],
  [
    [`${LONG} Olsen`, 'ned@example.com', '4B', 'owner'],
    'refused: can’t be used: Its first name can have at most 100 characters',
  ],
  [
    [`Ned ${LONG}`, 'ned@example.com', '4B', 'owner'],
    'refused: can’t be used: Its last name can have at most 100 characters',
  ],
  [
    ['N\u200Bed Olsen', 'ned@example.com', '4B', 'owner'],
    'refused: can’t be used: Its first name has an invisible character: please type it instead of pasting it',
  ],
  [
    ['Ned \u202EOlsen', 'ned@example.com', '4B', 'owner'],
    'refused: can’t be used: Its last name has a character that changes the direction of writing',
  ],
  [['Ned Olsen', '', '4B', 'owner'], 'refused: has no e-mail address'],
  [['Ned Olsen', 'ned at example', '4B', 'owner'], 'refused: has an e-mail address that is none'],
  [
    ['Ned Olsen', `${'n'.repeat(250)}@example.com`, '4B', 'owner'],
    'refused: has an e-mail address that is too long',
  ],
  [['Ned Olsen', 'ned@example.com', ' ', 'owner'], 'refused: has no unit'],
  [
    ['Ned Olsen', 'ned@example.com', '4'.repeat(21), 'owner'],
    'refused: can’t be used: Unit Number can have at most 20 characters',
  ],
  [['Ned Olsen', 'ned@example.com', '4B', ''], 'refused: does not say owner or renter'],
  [['Ned Olsen', 'ned@example.com', '4B', 'guest'], 'refused: says neither owner nor renter'],
  [['Maya Test', 'maya@example.com', '4B', 'owner'], 'known: is of somebody who lives here already'],
  [['Pia Test', 'pia@example.com', '4B', 'owner'], 'known: is of somebody who waits for approval already'],
  [['Ida Berg', 'ida@example.com', '4B', 'owner'], 'known: is of somebody who was invited already'],
  [['Vera Olsen', 'vera@example.com', '4B', 'owner'], 'refused: has an address with an account elsewhere'],
  [['Spam Sender', 'spam@example.com', '4B', 'owner'], 'refused: has an address that is blocked'],
] as const)('a line %j is %s', (cells, expected) => {
  expect(fate(...cells)).toBe(expected)
})

test('the first line of an address counts, others are refused', () => {
  const records = [2, 3, 4].map((at) => ({
    line: at,
    cells: ['Ned Olsen', 'ned@example.com', '4B', 'owner'],
  }))
  expect(planInvitations(header, records, known).map((each) => each.fate)).toEqual([
    'invite',
    'refused',
    'refused',
  ])
  expect(planInvitations(header, records, known)[1]).toMatchObject({
    reason: 'has the address of line 2 again',
  })
  expect(addressesIn(header, records)).toEqual(['ned@example.com'])
})

test('an invited person has a first and a last name, their address and what they hold', () => {
  const split = readInvitationHeader(['Unit', 'tie', 'Last Name', 'First name', 'E-Mail', 'Phone'])
  const records = line('4B', 'owner', 'de la Cruz', 'Ana Maria', 'Ana@Example.com', '1')
  expect(planInvitations(split, records, known)[0]).toMatchObject({
    fate: 'invite',
    invitee: {
      first_name: 'Ana Maria',
      last_name: 'de la Cruz',
      email: 'ana@example.com',
      unit_number: '4B',
      tie: 'owner',
    },
  })
  const full = planInvitations(header, line('Ana de la Cruz', 'ana@example.com', '4', 'renter'), known)
  expect(full[0]).toMatchObject({ invitee: { first_name: 'Ana', last_name: 'de la Cruz', tie: 'renter' } })
})

test('a file without one of the columns, or with one twice, is refused as a whole', () => {
  expect(() => readInvitationHeader(['Name', 'Email', 'Unit'])).toThrow('no column Owner or Renter')
  expect(() => readInvitationHeader(['Email', 'Unit', 'Tie'])).toThrow('no column Name')
  expect(() => readInvitationHeader(['First Name', 'Email', 'Unit', 'Tie'])).toThrow('no column Last Name')
  expect(() => readInvitationHeader(['Name', 'Email', 'E-mail', 'Unit', 'Tie'])).toThrow(
    'the column Email twice',
  )
})

test('an import invites exactly those that the preview showed, or nobody', () => {
  const plan = planInvitations(header, line('Ned Olsen', 'ned@example.com', '4B', 'owner'), known)
  expect(invitedNow(plan, ['ned@example.com'])).toHaveLength(1)
  expect(() => invitedNow(plan, [])).toThrow('changed after the preview')
  expect(() => invitedNow(plan, ['ned@example.com', 'ada@example.com'])).toThrow('changed after the preview')
  expect(() => invitedNow(plan, ['ada@example.com'])).toThrow('changed after the preview')
  const done = planInvitations(header, line('Ida Berg', 'ida@example.com', '4B', 'owner'), known)
  expect(invitedNow(done, ['ida@example.com']), 'sent again').toEqual([])
})
