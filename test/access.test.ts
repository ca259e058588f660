import { initTRPC, TRPCError } from '@trpc/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Audience, POWERS, VENDOR_POWERS } from '../src/domain/viewer.ts'
import { appRouter } from '../src/server/app.ts'
import type { Context } from '../src/server/rpc/context.ts'
import { createCallerFactory, deny, openTo, openToAll, router } from '../src/server/rpc/procedure.ts'
import { createWorldDatabase } from './database.ts'
import { call, callBy, contextOf, idFields, PUBLIC_IDS, prepare, procedures } from './procedures.ts'
import { denialOf, isAdmitted, unassignOlga, type Visitor, visitors } from './visitors.ts'
import { type Name, openWorld, PASSWORD, type World } from './world.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

let world: World
let ids: Awaited<ReturnType<typeof prepare>>

beforeAll(async () => {
  world = await openWorld(await createWorldDatabase('access'))
  ids = await prepare(world)
  await unassignOlga(world)
})

afterAll(() => world.close())

async function refusal(promise: Promise<unknown>): Promise<{ code: string; message: string } | null> {
  try {
    await promise
    return null
  } catch (error) {
    if (error instanceof TRPCError) return { code: error.code, message: error.message }
    throw error
  }
}

/** The input is invalid, so a denial comes before the input is parsed. */
const NONSENSE = { nonsense: true }

type Door = Pick<(typeof procedures)[number], 'schema'> & { audiences: Audience[] | 'all' }

/** The expected response for a visitor: an error code, or null for success. */
function answerTo(visitor: Visitor, { audiences, schema }: Door) {
  if (audiences !== 'all' && !isAdmitted(visitor, audiences)) return denialOf(visitor)
  return schema ? 'BAD_REQUEST' : null
}

describe.each(procedures)('$path', ({ path, meta, schema, case: { audiences, input, strangers } }) => {
  test('declares its audiences [V6.3.4]', () => {
    expect(meta?.audiences.length).toBeGreaterThan(0)
  })

  test.each(
    visitors,
  )('for $kind [2.guard.6] [4.quote.12] [6.audiences] [6.captain.2] [V8.2.1] [V8.3.1]', async (visitor) => {
    const { who } = visitor
    const answer = await refusal(call(world, who, path, NONSENSE))
    expect(answer?.code ?? null).toBe(answerTo(visitor, { audiences, schema }))
    if (path === 'accounts.signOut' && who !== 'anonymous') {
      await world.as(who).accounts.signIn({ email: `${who}@example.com`, password: PASSWORD })
    }
  })

  // An admin sees every row: nobody's is a stranger's.
  const isAdminsOnly = audiences !== 'all' && audiences.every((audience) => audience === 'admin')
  const fields = isAdminsOnly ? [] : idFields(schema).filter((field) => !PUBLIC_IDS.includes(field))

  test('has a test stranger for each id in its input', () => {
    expect(Object.keys(strangers ?? {})).toEqual(fields)
  })

  test.each(fields)('answers a stranger’s %s like an unknown id [V8.2.2]', async (field) => {
    const valid = input(world, ids)
    const own = strangers?.[field as keyof typeof strangers] as Name[]
    const value: unknown = valid?.[field as keyof typeof valid]
    const another = { ...valid, [field]: Array.isArray(value) ? [UNKNOWN] : UNKNOWN }
    expect(own.length).toBeGreaterThan(0)
    for (const stranger of own) {
      const theirs = await refusal(call(world, stranger, path, valid))
      const unknown = await refusal(call(world, stranger, path, another))
      expect(theirs?.code).toBe('NOT_FOUND')
      expect(theirs).toEqual(unknown)
    }
  })
})

describe.each(POWERS)('a resident with only the power %s', (power) => {
  test('may call only what that power opens, and what every resident may', async () => {
    const context = await contextOf(world, 'ned')()
    const { session } = context
    if (session?.viewer.kind !== 'resident') throw new Error('Ned is not a resident')
    const viewer = { ...session.viewer, powers: [power] }
    const visitor: Visitor = { who: 'ned', kind: 'resident', audience: 'resident', powers: [power] }
    const caller = createCallerFactory(appRouter)({ ...context, session: { ...session, viewer } })
    for (const { path, schema, case: own } of procedures.filter(
      ({ path }) => !path.startsWith('accounts.'),
    )) {
      const answer = await refusal(callBy(caller, path, NONSENSE))
      expect([path, answer?.code ?? null]).toEqual([
        path,
        answerTo(visitor, { audiences: own.audiences, schema }),
      ])
    }
  })
})

describe.each([
  [],
  ...VENDOR_POWERS.map((power) => [power]),
])('a person of a vendor with the powers %j', (...powers) => {
  test('may call only what these open, and what every office may', async () => {
    const context = await contextOf(world, 'curb')()
    const { session } = context
    if (session?.viewer.kind !== 'vendor') throw new Error('Curb is not a vendor')
    const viewer = { ...session.viewer, powers }
    const visitor: Visitor = { who: 'curb', kind: 'vendor', audience: 'vendor', powers }
    const caller = createCallerFactory(appRouter)({ ...context, session: { ...session, viewer } })
    for (const { path, schema, case: own } of procedures) {
      if (path.startsWith('accounts.')) continue
      const answer = await refusal(callBy(caller, path, NONSENSE))
      const expected = answerTo(visitor, { audiences: own.audiences, schema })
      expect([path, answer?.code ?? null]).toEqual([path, expected])
    }
  })
})

test('a planted procedure without an audience, or with a wider or narrower one, fails this matrix [V8.2.1]', async () => {
  const builder = initTRPC.context<Context>().create()
  const planted = createCallerFactory(
    router({
      right: openTo({ resident: 'manage_members' }).mutation(() => 'done'),
      without: builder.procedure.mutation(() => 'done'),
      wider: openTo({ resident: 'manage_members' }, 'resident').mutation(() => 'done'),
      narrower: openTo('admin').mutation(() => 'done'),
      late: openToAll().mutation(({ ctx }) => (ctx.session ? 'done' : deny(null))),
    }),
  )
  const found: Record<string, string[]> = {}
  for (const visitor of visitors) {
    const caller = planted(contextOf(world, visitor.who))
    for (const name of ['right', 'without', 'wider', 'narrower', 'late'] as const) {
      const answer = await refusal(caller[name]())
      const expected = answerTo(visitor, { audiences: [{ resident: 'manage_members' }], schema: null })
      if ((answer?.code ?? null) !== expected) found[name] = [...(found[name] ?? []), visitor.kind]
    }
  }
  const others = ['pending', 'homeowner', 'vendor', 'crew', 'admin', 'unassigned']
  expect(found).toEqual({
    without: ['anonymous', ...others],
    wider: ['homeowner'],
    narrower: ['captain', 'admin'],
    late: others,
  })
})

test('the strangers are rejected because of the row: its owner may make the call', async () => {
  for (const { path, case: own, schema } of procedures) {
    if (idFields(schema).every((field) => PUBLIC_IDS.includes(field))) continue
    const answer = await refusal(call(world, own.by, path, own.input(world, ids)))
    // An earlier call may have decided the quote or the member; the row is still found.
    expect([null, 'CONFLICT']).toContain(answer?.code ?? null)
  }
})

test('a removed member is rejected at the next call of an open session [V8.3.1]', async () => {
  await world.as('ned').services.list()
  await world.as('maya').members.remove({ id: world.idOf('ned') })
  expect(await refusal(world.as('ned').services.list())).toMatchObject({ code: 'FORBIDDEN' })
  await world.as('maya').members.accept({ id: world.idOf('ned') })
  await world.as('ned').services.list()
})

test('residents without a building get a message that says whom to ask [8.building.1]', async () => {
  const text = 'No building found for your account. Please contact support.'
  for (const path of ['members.list', 'documents.list', 'services.list', 'buildings.mine'])
    expect(await refusal(call(world, 'olga', path, undefined))).toEqual({ code: 'FORBIDDEN', message: text })
})
