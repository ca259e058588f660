import { expect, test } from 'vitest'
import { CreateLink, JoinByLink, JoinForm, joinByLink, linkState, requireRoomForLink } from './invitation.ts'

// Invitation links: Product 4.1.

const link = { uses: 0, max_uses: 2, is_expired: false, is_revoked: false }

test('a link works until it is used up, expired or revoked', () => {
  expect(linkState(link)).toBe('open')
  expect(linkState({ ...link, uses: 1 })).toBe('open')
  expect(linkState({ ...link, uses: 2 })).toBe('used up')
  expect(linkState({ ...link, is_expired: true })).toBe('expired')
  expect(linkState({ ...link, uses: 2, is_expired: true, is_revoked: true })).toBe('revoked')
})

test('with a unit, who comes is accepted as its owner or renter; without one, they wait in the unit that they wrote', () => {
  const given = { unit_number: '9Z' }
  expect(joinByLink({ unit_number: '4B', tie: 'owner' }, given)).toEqual({
    role: 'homeowner',
    status: 'active',
    unit_number: '4B',
  })
  expect(joinByLink({ unit_number: '4B', tie: 'renter' }, given)).toMatchObject({
    role: 'member',
    status: 'active',
  })
  expect(joinByLink({ unit_number: null, tie: null }, given)).toEqual({
    role: 'homeowner',
    status: 'pending',
    unit_number: '9Z',
  })
})

test('a new link names no tie without a unit, and has its limits', () => {
  const wanted = { unit_number: '', tie: 'renter', max_uses: 20, days: 7 }
  expect(CreateLink.parse(wanted)).toEqual({ unit_number: null, tie: null, max_uses: 20, days: 7 })
  expect(CreateLink.parse({ ...wanted, unit_number: ' 4B ' })).toMatchObject({
    unit_number: '4B',
    tie: 'renter',
  })
  for (const wrong of [{ max_uses: 0 }, { max_uses: 501 }, { days: 8 }, { tie: 'guest' }])
    expect(CreateLink.safeParse({ ...wanted, ...wrong }).success).toBe(false)
  requireRoomForLink(49)
  expect(() => requireRoomForLink(50)).toThrow('Revoke one first')
})

test('signing up by a link takes a token and no building, role or status', () => {
  const person = {
    token: 'a'.repeat(43),
    first_name: 'Ida',
    last_name: 'Berg',
    email: 'ida@example.com',
    phone: null,
    unit_number: null,
    password: 'stoop-and-steps',
    note: null,
  }
  expect(JoinByLink.safeParse(person).success).toBe(true)
  for (const more of [
    { status: 'active' },
    { role: 'captain' },
    { building_id: person.token },
    { tie: 'owner' },
  ])
    expect(JoinByLink.safeParse({ ...person, ...more }).success).toBe(false)
  for (const token of ['', 'a'.repeat(42), `${'a'.repeat(42)}!`])
    expect(JoinByLink.safeParse({ ...person, token }).success).toBe(false)
  const typed = { ...person, confirm_password: 'another', phone: '', unit_number: '', note: '' }
  expect(JoinForm.safeParse(typed).error?.issues[0]?.message).toBe('Passwords do not match')
})
