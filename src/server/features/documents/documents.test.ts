import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { docx, pdf, png } from '../../../../test/sample-files.ts'
import { serve } from '../../../../test/serve.ts'
import { NOW, openWorld, type World } from '../../../../test/world.ts'
import { asSystem } from '../../db/as-viewer.ts'
import { databaseTime } from '../../db/clock.ts'
import { signToken } from '../../session/tokens.ts'
import { type LinkedFile, linkTo, openLink } from '../../storage/file-link.ts'

let world: World
let site: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  const connection = await createWorldDatabase('documents')
  world = await openWorld(connection)
  site = await serve(world.portal, connection)
})
afterAll(async () => {
  await site.close()
  await world.close()
})
beforeEach(() => {
  world.clock.now = NOW
})

describe('a link', () => {
  const content = pdf('Only for the neighbors')
  let document: string

  beforeAll(async () => {
    document = await world.document('Rules.pdf', content)
    await world.as('maya').documents.rename({ id: document, file_name: 'House “Rules” 2026/27' })
  })

  test('serves its file to anyone who has it, without a session, with its own content type and no scripts [2.building.6] [6.tenant.1] [V3.2.1] [V5.3.1] [V5.4.1] [V5.4.2]', async () => {
    const { url } = await world.as('ned').documents.link({ id: document })
    const answer = await fetch(site.origin + url)
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(content.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    })
    // RFC 6266: plain letters for old programs, all letters for the others.
    const names = answer.headers.get('content-disposition')
    expect(names).toMatch(/^inline; filename="House /)
    expect(names).toContain("filename*=UTF-8''House%20%E2%80%9CRules%E2%80%9D%202026-27.pdf")
    const head = await fetch(site.origin + url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(content.length)])
  })

  test('works for the 60 seconds that it names, by the database’s clock [7.storage.2] [9.document.1] [V14.2.1] [V9.2.1]', async () => {
    const { portal } = world
    const time = async () => (await asSystem(portal.db, databaseTime)).getTime()
    const from = await time()
    const { url } = await world.as('maya').documents.link({ id: document })
    const { exp = 0, ...claims } = decodeJwt<LinkedFile>(url.slice('/files/'.length))
    // Tokens have whole seconds.
    expect(exp * 1000).toBeGreaterThan(from + 59_000)
    expect(exp * 1000).toBeLessThanOrEqual((await time()) + 60_000)
    const fetchUntil = async (milliseconds: number) => {
      const expires = new Date((await time()) + milliseconds)
      const { kind, key, name } = claims
      const token = await signToken('file link', portal.config.secret, { kind, key, name }, expires)
      return fetch(`${site.origin}/files/${token}`)
    }
    expect((await fetchUntil(3000)).status).toBe(200)
    const answer = await fetchUntil(-1000)
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('no longer valid')
  })

  test.each([
    ['behind', -16],
    ['ahead', 16],
  ])('of a server whose clock is 16 minutes %s works on the others, and theirs on it', async (_, minutes) => {
    const right = new Date()
    const wrong = new Date(Date.now() + minutes * 60_000)
    for (const [maker, reader] of [
      [wrong, right],
      [right, wrong],
    ] as const) {
      world.clock.now = maker
      const { url } = await world.as('maya').documents.link({ id: document })
      world.clock.now = reader
      expect((await fetch(site.origin + url)).status).toBe(200)
    }
  })

  test('is rejected when altered [V9.1.1] [V9.1.2]', async () => {
    const { url } = await world.as('maya').documents.link({ id: document })
    const [head = '', payload = '', signature = ''] = url.slice('/files/'.length).split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const forge = (change: object) =>
      Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url')
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')
    const altered = [
      `${head}.${forge({ exp: claims.exp + 3600 })}.${signature}`,
      `${head}.${forge({ key: '../secret' })}.${signature}`,
      `${head}.${payload}.${signature.slice(0, -2)}AA`,
      `${unsigned}.${payload}.`,
      `${head}.${payload}`,
      'nonsense',
      '',
    ]
    for (const link of altered) {
      expect([link, [403, 404].includes((await fetch(`${site.origin}/files/${link}`)).status)]).toEqual([
        link,
        true,
      ])
    }
    expect((await fetch(site.origin + url)).status).toBe(200)
  })

  test('is not made for a resident of another building, and one signed with another secret does not work [V9.1.3]', async () => {
    await expect(world.as('otto').documents.link({ id: document })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await world.as('otto').documents.list()).toMatchObject({ listed: 0, documents: [] })
    const { portal } = world
    const foreign = { ...portal, config: { ...portal.config, secret: 'another secret '.repeat(3) } }
    const file = { kind: 'document', key: 'a/1-b.pdf', name: 'b.pdf' }
    const made = await asSystem(portal.db, (tx) => linkTo(foreign, tx, file))
    const link = made.slice('/files/'.length)
    expect(await openLink(foreign, link)).toEqual(file)
    expect(await openLink(portal, link)).toBeNull()
  })

  test('shows pictures in the browser, and downloads what browsers cannot show [V3.2.1]', async () => {
    const shown = await world.document('Roof.png', png)
    const saved = await world.document('Minutes.docx', docx())
    for (const [id, kind, type] of [
      [shown, 'inline', 'image/png'],
      [saved, 'attachment', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ] as const) {
      const { url } = await world.as('ned').documents.link({ id })
      const { headers } = await fetch(site.origin + url)
      expect([headers.get('content-disposition')?.split(';')[0], headers.get('content-type')]).toEqual([
        kind,
        type,
      ])
    }
  })
})

describe('a rename', () => {
  test('keeps the extension, records its event, and shows in every member’s list [5.document.8]', async () => {
    const id = await world.document('Minutes.docx', docx())
    const renamed = await world.as('maya').documents.rename({ id, file_name: '  Minutes of May ' })
    expect(renamed).toEqual({ file_name: 'Minutes of May.docx' })
    const list = (await world.as('ned').documents.list()).documents
    expect(list.find((document) => document.id === id)).toMatchObject({ file_name: 'Minutes of May.docx' })
    await world.as('maya').documents.rename({ id, file_name: 'Minutes of May.docx' })
    const events = await asSystem(world.portal.db, (tx) =>
      tx.selectFrom('events').where('subject', '=', id).select(['kind', 'data']).orderBy('id').execute(),
    )
    expect(events).toEqual([
      { kind: 'document_uploaded', data: { file_name: 'Minutes.docx' } },
      { kind: 'document_renamed', data: { file_name: 'Minutes of May.docx', earlier_name: 'Minutes.docx' } },
    ])
  })

  test.each([
    ['   ', 'Document name cannot be empty'],
    ['.pdf', 'Document name cannot be empty'],
    ['a'.repeat(201), 'the name can have at most 200 characters'],
    ['a\tb', "the name has a character that can't be used"],
  ])('to %j is rejected: %s [5.document.5]', async (file_name, message) => {
    const id = await world.document()
    await expect(world.as('maya').documents.rename({ id, file_name })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message,
    })
  })
})

test('the list is newest first, and names no uploader once that person is gone [2.building.2] [7.documents.1]', async () => {
  const first = await world.document('First.pdf')
  const second = await world.document('Second.pdf')
  const listed = (await world.as('ned').documents.list()).documents.map(({ id }) => id)
  expect(listed.slice(0, 2)).toEqual([second, first])
  await asSystem(world.portal.db, (tx) =>
    tx.updateTable('building_documents').set({ uploaded_by: null }).where('id', '=', first).execute(),
  )
  const list = (await world.as('ned').documents.list()).documents
  expect(list.find(({ id }) => id === first)?.uploaded_by).toBeNull()
})

test('the description counts active and pending profiles as occupied units [2.building.1] [7.members.2]', async () => {
  expect(await world.as('ned').buildings.mine()).toMatchObject({
    address: '1431 Minor Ave',
    city: 'Seattle',
    state: 'WA',
    zip_code: '98101',
    number_of_units: 24,
    occupied_units: 3,
  })
  expect(await world.as('otto').buildings.mine()).toMatchObject({
    address: '420 Denny Way',
    occupied_units: 2,
  })
})
