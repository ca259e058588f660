import { TRPCError } from '@trpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeFor } from '../../../../test/authenticator.ts'
import { createWorldDatabase } from '../../../../test/database.ts'
import { callBy, procedures } from '../../../../test/procedures.ts'
import { serve } from '../../../../test/serve.ts'
import { openWorld, PASSWORD, sessionCookie, testConfig, type World } from '../../../../test/world.ts'
import { openBrowser } from '../../demo/person.ts'
import { createPortal } from '../../portal.ts'

const PUBLIC_URL = 'https://stoop.example'
const proof = { current_password: PASSWORD }

let connection: Awaited<ReturnType<typeof createWorldDatabase>>
let world: World
let secure: ReturnType<typeof createPortal>

beforeAll(async () => {
  connection = await createWorldDatabase('gate')
  world = await openWorld(connection)
  secure = createPortal(connection, testConfig({ PUBLIC_URL }))
})
afterAll(() => Promise.all([secure.close(), world.close()]))

async function signIn(email = 'ada@example.com', portal = secure.portal) {
  const jar = new Headers()
  const call = openBrowser(portal, undefined, jar)
  await call.accounts.signIn({ email, password: PASSWORD })
  return { call, jar }
}

const answerTo = (asked: Promise<unknown>) =>
  asked.then(
    () => 'ok',
    (error: unknown) => (error instanceof TRPCError ? error.code : String(error)),
  )

test('under https an admin without a second factor reaches only what adds one [V6.3.3] [V8.2.1]', async () => {
  const { call } = await signIn()
  expect(await call.accounts.session()).toMatchObject({ role: 'admin', viewer: { kind: 'unsecured' } })
  const reached = new Set<string>()
  for (const { path, schema } of procedures) {
    if (path === 'accounts.signOut') continue
    const answer = await answerTo(callBy(call, path, schema ? { nonsense: true } : undefined))
    if (answer !== 'FORBIDDEN') reached.add(path)
  }
  const opened = procedures
    .filter(({ meta }) => meta?.audiences.includes('unsecured'))
    .map(({ path }) => path)
  expect([...reached, 'accounts.signOut'].toSorted()).toEqual(opened.toSorted())
  const guarded = opened.filter((path) => !/^(accounts|factors|sessions|realtime)\./.test(path))
  // The public catalog, and what visitors may do.
  const open = procedures.filter(({ meta }) => meta?.audiences.includes('anonymous')).map(({ path }) => path)
  expect(guarded.filter((path) => !open.includes(path))).toEqual([])
  await expect(call.accounts.changePassword({ ...proof, new_password: PASSWORD })).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'Administrators need a second factor here. Please add one in Admin Settings first.',
  })
})

test('the gate holds for files and for batches with a speculative session, and opens with the factor', async () => {
  const site = await serve(secure.portal, connection)
  const { call, jar } = await signIn()
  const cookie = sessionCookie(jar)
  const session = async () => {
    const response = await fetch(`${site.origin}/api/trpc/accounts.session`, { headers: { cookie } })
    return (await response.json()) as { result: { data: { viewer: { kind: string } } } }
  }
  const kind = async () => (await session()).result.data.viewer.kind
  expect([await kind(), await kind()]).toEqual(['unsecured', 'unsecured'])
  const photo = await fetch(`${site.origin}/photos/${world.idOf('ned')}-1.png`, { headers: { cookie } })
  expect(photo.status).toBe(403)
  const { uri } = await call.factors.startApp(proof)
  expect(await kind()).toBe('unsecured')
  await call.factors.enableApp({ code: await codeFor(new URL(uri).searchParams.get('secret') ?? '') })
  expect(await kind()).toBe('admin')
  await call.factors.disableApp(proof)
  expect(await kind()).toBe('unsecured')
  await site.close()
})

test('elsewhere, and for everybody else, a second factor is only offered', async () => {
  const kindOf = async ({ call }: Awaited<ReturnType<typeof signIn>>) =>
    (await call.accounts.session())?.viewer.kind
  expect(await kindOf(await signIn('ada@example.com', world.portal))).toBe('admin')
  expect(await kindOf(await signIn('maya@example.com'))).toBe('resident')
  expect(testConfig({ PUBLIC_URL: 'http://stoop.example' }).adminsNeedFactor).toBe(false)
})
