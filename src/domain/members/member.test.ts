import { expect, test } from 'vitest'
import { POWERS } from '../viewer.ts'
import { canHandOverTo, checkHandOver, offerCaptaincy } from './captaincy.ts'
import { acceptMember, canAcceptMember, canRemoveMember, removeMember } from './member.ts'

test('accepting an HOA representative hands over the captaincy, only when confirmed', () => {
  const status = 'pending'
  expect(acceptMember({ role: 'member', status })).toEqual({ status: 'active', handsOver: false })
  expect(acceptMember({ role: 'member', status }, true)).toEqual({ status: 'active', handsOver: false })
  expect(() => acceptMember({ role: 'captain', status })).toThrow('in your place. Please confirm that')
  expect(acceptMember({ role: 'captain', status }, true)).toEqual({ status: 'active', handsOver: true })
  expect(() => acceptMember({ role: 'captain', status: 'active' }, true)).toThrow('not waiting')
})

test('the captain can’t be removed; a pending one can', () => {
  expect(() => removeMember({ role: 'captain', status: 'active' })).toThrow('keeps its HOA representative')
  expect(removeMember({ role: 'captain', status: 'pending' })).toEqual({ status: 'pending' })
})

test('a captaincy is handed only to someone who can sign in', () => {
  checkHandOver({ can_sign_in: true })
  expect(() => checkHandOver({ can_sign_in: false })).toThrow('has not chosen a password yet')
})

test('a captain hands over to an active neighbor who can sign in, and to nobody else [6.captain.3]', () => {
  const captain = { kind: 'resident', id: 'r', building_id: 'b', powers: POWERS } as const
  const neighbor = { role: 'homeowner', status: 'active' } as const
  const offer = (member: Parameters<typeof offerCaptaincy>[0], open: { to_person: string } | null = null) =>
    offerCaptaincy(member, open, 'ned')
  expect(offer({ ...neighbor, can_sign_in: true })).toEqual({ asks: true })
  expect(offer({ ...neighbor, can_sign_in: true }, { to_person: 'ned' }), 'sent again').toEqual({
    asks: false,
  })
  expect(() => offer({ ...neighbor, can_sign_in: true }, { to_person: 'pia' })).toThrow(
    'somebody else already',
  )
  expect(canHandOverTo(captain, neighbor)).toBe(true)
  expect(canHandOverTo({ ...captain, powers: ['manage_members'] }, neighbor)).toBe(false)
  expect(() => offer({ ...neighbor, can_sign_in: false })).toThrow('has not chosen a password yet')
  for (const other of [
    { role: 'captain', status: 'active' },
    { role: 'captain', status: 'pending' },
    { role: 'member', status: 'pending' },
  ] as const) {
    expect(canHandOverTo(captain, other)).toBe(false)
    expect(() => offer({ ...other, can_sign_in: true })).toThrow('only a neighbor who was accepted')
  }
})

test('an officer is removed only by who gives offices', () => {
  const manager = { kind: 'resident', id: 'r', building_id: 'b', powers: ['manage_members'] } as const
  const officer = { role: 'homeowner', status: 'active', offices: ['treasurer'] } as const
  expect(canRemoveMember(manager, { ...officer, offices: [] })).toBe(true)
  expect(canRemoveMember(manager, officer)).toBe(false)
  expect(canRemoveMember({ ...manager, powers: POWERS }, officer)).toBe(true)
})

test('accepting and removing are offered to those with the power, and then the rule agrees [6.captain.3]', () => {
  const resident = { kind: 'resident', id: 'r', building_id: 'b', powers: [] } as const
  const manager = { ...resident, powers: ['manage_members'] } as const
  const captain = { ...resident, powers: POWERS } as const
  const refused = (decide: () => unknown) => {
    try {
      decide()
      return false
    } catch {
      return true
    }
  }
  for (const role of ['homeowner', 'member', 'captain'] as const)
    for (const status of ['pending', 'active'] as const) {
      const member = { role, status }
      for (const viewer of [null, resident, { kind: 'admin', id: 'a' }] as const)
        expect([canAcceptMember(viewer, member), canRemoveMember(viewer, member)]).toEqual([false, false])
      expect(canAcceptMember(captain, member)).toBe(!refused(() => acceptMember(member, true)))
      const removes = status === 'active' && !refused(() => removeMember(member))
      expect(canRemoveMember(captain, member)).toBe(removes)
    }
  expect(canAcceptMember(manager, { role: 'member', status: 'pending' })).toBe(true)
  expect(canAcceptMember(manager, { role: 'captain', status: 'pending' })).toBe(false)
})
