import { expect, test } from 'vitest'
import { AddTenant, splitName } from './tenant.ts'

test('a full name is split on the first space [5.tenant.5]', () => {
  expect(splitName('Ned Berg')).toEqual({ first_name: 'Ned', last_name: 'Berg' })
  expect(splitName(' Maria  de la Cruz ')).toEqual({ first_name: 'Maria', last_name: 'de la Cruz' })
})

test('all four fields are required, and the role is one of the two [5.tenant.7]', () => {
  const tenant = { full_name: 'Ned Berg', email: 'Ned@Example.com ', unit_number: '4', role: 'member' }
  expect(AddTenant.parse(tenant)).toMatchObject({ email: 'ned@example.com', role: 'member' })
  const refused = (change: object) => AddTenant.safeParse({ ...tenant, ...change }).error?.issues[0]?.message
  expect(refused({ full_name: ' ' })).toBe('Full Name is required')
  expect(refused({ full_name: 'Cher' })).toBe('Full Name must have a first and a last name')
  expect(refused({ full_name: `Al ${'x'.repeat(101)}` })).toBe(
    'Each part of the Full Name can have at most 100 characters',
  )
  expect(refused({ email: '' })).toBe('Email is required')
  expect(refused({ unit_number: '' })).toBe('Unit Number is required')
  expect(refused({ role: '' })).toBe('Role is required')
  for (const role of ['homeowner', 'admin', 'contractor'])
    expect(refused({ role })).toBe('Role must be one of those offered')
})
