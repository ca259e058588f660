import { expect, test } from 'vitest'
import { VENDOR_POWERS, type Viewer } from '../viewer.ts'
import {
  canManagePeople,
  changeRole,
  InviteColleague,
  isAssignable,
  isLastOwner,
  removeColleague,
} from './colleague.ts'

const hal = { id: 'hal', vendor_role: 'owner', status: 'active' } as const
const olive = { id: 'olive', vendor_role: 'office', status: 'active' } as const
const second = { ...olive, vendor_role: 'owner' } as const
const invited = { id: 'ivy', vendor_role: 'owner', status: 'pending' } as const
const owner: Viewer = { kind: 'vendor', id: 'hal', vendor_id: 'hilltop', powers: VENDOR_POWERS }

test('only an owner decides who works for the company', () => {
  expect(canManagePeople(owner)).toBe(true)
  expect(canManagePeople({ ...owner, powers: [] })).toBe(false)
  expect(canManagePeople({ kind: 'crew', id: 'cole', vendor_id: 'hilltop' })).toBe(false)
  expect(canManagePeople(null)).toBe(false)
})

test('the last owner is the only one who can sign in', () => {
  expect(isLastOwner([hal, olive], hal)).toBe(true)
  expect(isLastOwner([hal, invited], hal)).toBe(true)
  expect(isLastOwner([hal, second], hal)).toBe(false)
  expect(isLastOwner([hal, olive], olive)).toBe(false)
})

test('a role changes once, and a company keeps an owner', () => {
  expect(changeRole([hal, olive], olive, 'crew')).toEqual({ vendor_role: 'crew' })
  expect(() => changeRole([hal, olive], olive, 'office')).toThrow('that is their role already')
  expect(() => changeRole([hal, olive], hal, 'office')).toThrow('Make somebody else an owner first')
  expect(changeRole([hal, second], hal, 'office')).toEqual({ vendor_role: 'office' })
})

test('an owner removes others, not the last owner and not themselves', () => {
  expect(() => removeColleague(owner, [hal, olive], olive)).not.toThrow()
  expect(() => removeColleague(owner, [hal, olive], hal)).toThrow('a company keeps an owner')
  expect(() => removeColleague(owner, [hal, second], hal)).toThrow('closing your account')
})

test('a visit is given to somebody who can see it', () => {
  expect([olive, invited, { status: 'removed' } as const].map(isAssignable)).toEqual([true, false, false])
})

test('an invitation has a name of two parts, an address and a role', () => {
  const issueOf = (invitation: object) => InviteColleague.safeParse(invitation).error?.issues[0]?.message
  const invitation = { full_name: 'Cole Reed', email: 'cole@example.com', vendor_role: 'crew' }
  expect(issueOf(invitation)).toBeUndefined()
  expect(issueOf({ ...invitation, full_name: 'Cole' })).toBe('Full Name must have a first and a last name')
  expect(issueOf({ ...invitation, full_name: `Cole ${'x'.repeat(101)}` })).toContain('at most 100 characters')
  expect(issueOf({ ...invitation, vendor_role: '' })).toBe('Role is required')
  expect(issueOf({ ...invitation, vendor_role: 'admin' })).toBe('Role must be one of those offered')
})
