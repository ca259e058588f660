import { expect, test } from 'vitest'
import { acceptMember, removeMember } from './member.ts'
import { AddTenant, splitName } from './tenant.ts'

test('a full name is split on the first space', () => {
  expect(splitName('Ned Berg')).toEqual({ first_name: 'Ned', last_name: 'Berg' })
  expect(splitName(' Maria  de la Cruz ')).toEqual({ first_name: 'Maria', last_name: 'de la Cruz' })
  expect(() => splitName('Cher')).toThrow('Full Name must have a first and a last name')
  expect(() => splitName(`Al ${'x'.repeat(101)}`)).toThrow('at most 100 characters')
})

test('all four fields are required, and the role is one of the two', () => {
  const tenant = { full_name: 'Ned Berg', email: 'Ned@Example.com ', unit_number: '4', role: 'member' }
  expect(AddTenant.parse(tenant)).toMatchObject({ email: 'ned@example.com', role: 'member' })
  const refused = (change: object) => AddTenant.safeParse({ ...tenant, ...change }).error?.issues[0]?.message
  expect(refused({ full_name: ' ' })).toBe('Full Name is required')
  expect(refused({ email: '' })).toBe('Email is required')
  expect(refused({ unit_number: '' })).toBe('Unit Number is required')
  expect(refused({ role: '' })).toBe('Role is required')
  for (const role of ['homeowner', 'admin', 'contractor'])
    expect(refused({ role })).toBe('Role must be one of those offered')
})

test('accepting an HOA representative hands the flag over, only when it is said', () => {
  const status = 'pending'
  expect(acceptMember({ role: 'member', status })).toEqual({ status: 'active', handsOver: false })
  expect(acceptMember({ role: 'member', status }, true)).toEqual({ status: 'active', handsOver: false })
  expect(() => acceptMember({ role: 'captain', status })).toThrow('in your place. Please confirm that')
  expect(acceptMember({ role: 'captain', status }, true)).toEqual({ status: 'active', handsOver: true })
  expect(() => acceptMember({ role: 'captain', status: 'active' }, true)).toThrow('not waiting')
})

test('the captain stays; one who only waits to be it can be kept waiting', () => {
  expect(() => removeMember({ role: 'captain', status: 'active' })).toThrow('keeps its HOA representative')
  expect(removeMember({ role: 'captain', status: 'pending' })).toBe('pending')
})
