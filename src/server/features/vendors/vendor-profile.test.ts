import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { addInsurance } from '../../../../test/features/compliance.ts'
import { addPortfolioPhotoBy } from '../../../../test/features/vendors.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { removeFile } from '../../storage/add-file.ts'
import { portfolioPhotoAttachment } from './portfolio-photo.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('vendor_profiles')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(async () => {
  expect(await breachesOf(world.portal.db)).toEqual([])
  await Promise.all([db.end(), world.close()])
})
beforeEach(() =>
  db.query(
    'truncate events, building_services, portfolio_photos, compliance_documents, vendor_storage cascade',
  ),
)

const profile = (by: 'maya' | 'ned' | 'otto' | 'curb' | 'hilltop' | 'ada') =>
  world.as(by).vendors.profile({ id: world.companyOf('curb') })

test('a building that asked a vendor reads what it says of itself, what is verified, and sees its work [Product 2.7]', async () => {
  await world.as('curb').vendors.saveAbout({ about: ' Two people\nand a truck. ', service_area: '' })
  const { url } = await addPortfolioPhotoBy(world)
  const verified = await addInsurance(world)
  await world.as('ada').compliance.verify({ id: verified })
  await addInsurance(world, 'curb', { kind: 'license', amount: '', number: 'WA-1' })
  await expect(profile('ned')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await world.request('Snow Removal')
  for (const by of ['maya', 'ned', 'curb', 'ada'] as const)
    expect(await profile(by)).toMatchObject({
      company_name: 'Curb & Corner',
      about: 'Two people\nand a truck.',
      service_area: null,
      services: expect.arrayContaining(['Snow Removal']),
      documents: [{ kind: 'insurance', until: '2027-06-10' }],
      photos: [{ url }],
    })
  for (const by of ['otto', 'hilltop'] as const)
    await expect(profile(by)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a document counts until the last day of those that follow without a gap; one that has ended, not at all', async () => {
  await world.request('Snow Removal')
  const added: Record<string, string>[] = [
    { expires_on: '2027-03-01' },
    { expires_on: '2027-06-10' },
    { valid_from: '2026-12-01', expires_on: '2028-06-10' },
    { kind: 'license', amount: '', expires_on: '2026-11-19' },
  ]
  for (const facts of added)
    await world.as('ada').compliance.verify({ id: await addInsurance(world, 'curb', facts) })
  const until = async () => (await profile('maya')).documents
  expect(await until()).toEqual([{ kind: 'insurance', until: '2028-06-10' }])
  const verify = async (facts: Record<string, string>) =>
    world.as('ada').compliance.verify({ id: await addInsurance(world, 'curb', facts) })
  // After a day without any.
  await verify({ valid_from: '2028-06-12', expires_on: '2029-01-01' })
  expect(await until()).toEqual([{ kind: 'insurance', until: '2028-06-10' }])
  await verify({ valid_from: '2028-06-11', expires_on: '2028-07-01' })
  expect(await until()).toEqual([{ kind: 'insurance', until: '2029-01-01' }])
})

test('owners show at most twelve photos, each once, and remove them with their files', async () => {
  const id = randomUUID()
  const first = await addPortfolioPhotoBy(world, 'curb', id)
  expect(await addPortfolioPhotoBy(world, 'curb', id)).toEqual(first)
  await expect(addPortfolioPhotoBy(world, 'hilltop', id)).rejects.toMatchObject({ code: 'not_found' })
  for (let count = 1; count < 11; count += 1) await addPortfolioPhotoBy(world)
  const sent = await Promise.allSettled([addPortfolioPhotoBy(world), addPortfolioPhotoBy(world)])
  expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(addPortfolioPhotoBy(world)).rejects.toThrow('at most 12 photos')
  const viewer = (await world.as('curb').accounts.session())?.viewer
  if (viewer?.kind !== 'vendor') throw new Error('curb is no vendor')
  await removeFile(world.portal, portfolioPhotoAttachment, viewer, { id })
  await removeFile(world.portal, portfolioPhotoAttachment, viewer, { id })
  expect((await world.as('curb').vendors.own()).photos).toHaveLength(11)
  expect(await world.portal.files.has(first.url.slice(1))).toBe(false)
})
