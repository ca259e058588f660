import { expect, test } from 'vitest'
import { may } from '../src/domain/viewer.ts'
import { createWorldDatabase } from './database.ts'
import { type Name, openWorld } from './world.ts'

test('the test block has the people of its description, and they can do the main tasks', async () => {
  const world = await openWorld(await createWorldDatabase('world'))
  const kinds: Record<string, unknown> = {}
  for (const name of Object.keys(world.people) as Name[]) {
    const session = await world.as(name).accounts.session()
    kinds[name] = [
      session?.viewer.kind,
      may(session?.viewer ?? null, 'hand_over'),
      session?.building?.address,
    ]
  }
  expect(kinds).toEqual({
    maya: ['resident', true, '1431 Minor Ave'],
    ned: ['resident', false, '1431 Minor Ave'],
    pia: ['pending', false, undefined],
    otto: ['resident', true, '420 Denny Way'],
    olga: ['pending', false, undefined],
    evergreen: ['vendor', false, undefined],
    curb: ['vendor', false, undefined],
    cole: ['crew', false, undefined],
    hilltop: ['vendor', false, undefined],
    ada: ['admin', false, undefined],
  })
  expect(await world.anonymous.accounts.session()).toBeNull()

  const service = await world.request('Landscaping', {}, 'ned')
  await world.quote('curb', service, 120_00)
  const quote = await world.quote('evergreen', service, 99_99)
  expect(await world.accept(service, quote)).toBe(4)
  expect(await world.as('evergreen').vendors.dashboard()).toMatchObject({
    revenue_opportunity: 99_99,
    active_jobs: 1,
  })
  expect(await world.as('curb').quotes.counts()).toMatchObject({ lost: 1, all: 1 })

  world.clock.now = new Date('2027-02-13T20:00:00Z')
  expect(await world.as('maya').visits.upcoming({ page: 1 })).toMatchObject({ total: 0 })

  await world.as('maya').accounts.signOut()
  expect(await world.as('maya').accounts.session()).toBeNull()
  await world.close()
})
