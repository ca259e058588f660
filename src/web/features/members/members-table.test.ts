import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Power } from '../../../domain/viewer.ts'
import { queryClient } from '../../api.ts'
import { Theme } from '../../app/theme.tsx'
import type { ListedMember } from './member-action.tsx'
import { MembersTable } from './members-table.tsx'

const ned: ListedMember = {
  id: '0188d7a0-0000-7000-8000-00000000000a',
  first_name: 'Ned',
  last_name: 'Berg',
  email: 'ned@example.com',
  unit_number: null,
  status: 'pending',
  role: 'member',
  created_at: '2025-03-07T20:00:00.000Z',
  confirmed: null,
  offices: [],
}
const zoe: ListedMember = { ...ned, id: ned.id.replace(/a$/, 'b'), first_name: 'Zoe', status: 'active' }

function table(powers: readonly Power[]): string {
  const viewer = { kind: 'resident', id: ned.id, building_id: ned.id, powers } as const
  const members = createElement(MembersTable, {
    listed: { page: 1, search: null },
    members: [ned, zoe],
    viewer,
  })
  const inside = createElement(QueryClientProvider, { client: queryClient }, members)
  return renderToStaticMarkup(createElement(Theme, null, inside))
}

test('a member tells name, email, unit, status and role; a unit that is missing is N/A [2.building.20] [2.building.21] [9.default.5]', () => {
  const page = table([])
  for (const column of ['Name', 'Email', 'Unit', 'Status', 'Role']) expect(page).toContain(`>${column}<`)
  for (const text of ['Ned Berg', 'ned@example.com', 'N/A', 'Pending', 'Active', 'Tenant'])
    expect(page).toContain(text)
})

test('a captain accepts who waits, and removes who is in [2.building.22]', () => {
  expect(table(['manage_members'])).toContain('aria-label="Accept Ned Berg"')
  expect(table(['manage_members'])).toContain('aria-label="Remove Zoe Berg"')
  expect(table([])).not.toMatch(/Accept|Remove/)
})
