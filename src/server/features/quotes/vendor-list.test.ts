import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { openWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(await createWorldDatabase('vendor_list'))
  await world.request('Snow Removal')
  await world.request('Landscaping')
  const snow = await world.request('Snow Removal', {}, 'otto')
  await world.quote('curb', snow, 90_00)
})
afterAll(() => world.close())

const found = async (search: string, tab: 'all' | 'needs_quote' | 'submitted' = 'all') => {
  const { quotes } = world.as('curb')
  const [list, counts] = await Promise.all([quotes.list({ tab, page: 1, search }), quotes.counts({ search })])
  expect(counts[tab]).toBe(list.length)
  return list.map(({ name, address }) => `${name}, ${address}`).sort()
}

test('a vendor finds jobs by words of their building and service, in each tab and its count [Product 0]', async () => {
  expect(await found('')).toHaveLength(3)
  expect(await found('snow')).toHaveLength(2)
  expect(await found('MINOR snow')).toEqual(['Snow Removal, 1431 Minor Ave'])
  expect(await found('1431')).toEqual(['Landscaping, 1431 Minor Ave', 'Snow Removal, 1431 Minor Ave'])
  expect(await found('snow', 'submitted')).toHaveLength(1)
  expect(await found('minor', 'submitted')).toEqual([])
  // As it is typed, never as a pattern.
  for (const none of ['%', '_', 'Kelp', "'"]) expect([none, await found(none)]).toEqual([none, []])
})
