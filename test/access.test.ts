import { initTRPC, TRPCError } from '@trpc/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Audience } from '../src/domain/viewer.ts'
import { createCallerFactory, openTo, openToAll, refuse, router } from '../src/server/api.ts'
import type { Context } from '../src/server/context.ts'
import { asSystem } from '../src/server/database/as-viewer.ts'
import { createWorldDatabase } from './database.ts'
import { call, contextOf, idFields, PUBLIC_IDS, prepare, procedures } from './procedures.ts'
import { type Name, openWorld, PASSWORD, type World } from './world.ts'

/** Who stands for each kind of visitor, and the audiences that they belong to. */
const visitors: { who: Name | 'anonymous'; kind: string; audiences: Audience[] }[] = [
  { who: 'anonymous', kind: 'anonymous', audiences: ['anonymous'] },
  { who: 'pia', kind: 'pending', audiences: ['pending'] },
  { who: 'ned', kind: 'homeowner', audiences: ['resident'] },
  { who: 'maya', kind: 'captain', audiences: ['resident', 'captain'] },
  { who: 'curb', kind: 'vendor', audiences: ['vendor'] },
  { who: 'ada', kind: 'admin', audiences: ['admin'] },
  { who: 'olga', kind: 'unassigned', audiences: ['unassigned'] },
]

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

let world: World
let ids: Awaited<ReturnType<typeof prepare>>

beforeAll(async () => {
  world = await openWorld(await createWorldDatabase('access'))
  ids = await prepare(world)
  // A resident without a building, as a person is whose building is gone.
  await asSystem(world.portal.db, (tx) =>
    tx
      .updateTable('profiles')
      .set({ building_id: null, status: 'active' })
      .where('id', '=', world.idOf('olga'))
      .execute(),
  )
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

/** Nonsense is the input: whoever may not call it is told so before anything of it is looked at. */
const NONSENSE = { nonsense: true }

type Door = Pick<(typeof procedures)[number], 'schema'> & { audiences: Audience[] | 'all' }

/** What a visitor is to be answered: a code, or null where all is well. */
function answerTo({ who, audiences: own }: (typeof visitors)[number], { audiences, schema }: Door) {
  const open = audiences === 'all' || own.some((audience) => audiences.includes(audience))
  if (!open) return who === 'anonymous' ? 'UNAUTHORIZED' : 'FORBIDDEN'
  return schema ? 'BAD_REQUEST' : null
}

describe.each(procedures)('$path', ({ path, meta, schema, case: { audiences, input, strangers } }) => {
  test('declares its audiences', () => {
    expect(meta?.audiences.length).toBeGreaterThan(0)
  })

  test.each(visitors)('for $kind', async (visitor) => {
    const { who } = visitor
    const answer = await refusal(call(world, who, path, NONSENSE))
    expect(answer?.code ?? null).toBe(answerTo(visitor, { audiences, schema }))
    if (path === 'accounts.signOut' && who !== 'anonymous') {
      await world.as(who).accounts.signIn({ email: `${who}@example.com`, password: PASSWORD })
    }
  })

  const fields = idFields(schema).filter((field) => !PUBLIC_IDS.includes(field))

  test('each id that it takes has a stranger', () => {
    expect(Object.keys(strangers ?? {})).toEqual(fields)
  })

  test.each(fields)('tells a stranger of %s what it tells of an unknown id', async (field) => {
    const valid = input(world, ids)
    const own = strangers?.[field as keyof typeof strangers] as Name[]
    expect(own.length).toBeGreaterThan(0)
    for (const stranger of own) {
      const theirs = await refusal(call(world, stranger, path, valid))
      const unknown = await refusal(call(world, stranger, path, { ...valid, [field]: UNKNOWN }))
      expect(theirs?.code).toBe('NOT_FOUND')
      expect(theirs).toEqual(unknown)
    }
  })
})

test('a planted procedure without an audience, with a wider or with a narrower one does not pass this matrix', async () => {
  const builder = initTRPC.context<Context>().create()
  const planted = createCallerFactory(
    router({
      right: openTo('captain').mutation(() => 'done'),
      without: builder.procedure.mutation(() => 'done'),
      wider: openTo('captain', 'resident').mutation(() => 'done'),
      narrower: openTo('admin').mutation(() => 'done'),
      late: openToAll().mutation(({ ctx }) => (ctx.session ? 'done' : refuse(null))),
    }),
  )
  const found: Record<string, string[]> = {}
  for (const visitor of visitors) {
    const caller = planted(contextOf(world, visitor.who))
    for (const name of ['right', 'without', 'wider', 'narrower', 'late'] as const) {
      const answer = await refusal(caller[name]())
      const expected = answerTo(visitor, { audiences: ['captain'], schema: null })
      if ((answer?.code ?? null) !== expected) found[name] = [...(found[name] ?? []), visitor.kind]
    }
  }
  const others = ['pending', 'homeowner', 'vendor', 'admin', 'unassigned']
  expect(found).toEqual({
    without: ['anonymous', ...others],
    wider: ['homeowner'],
    narrower: ['captain', 'admin'],
    late: others,
  })
})

test('the strangers were refused for the row, not for the rest: its owner may', async () => {
  for (const { path, case: own, schema } of procedures) {
    if (idFields(schema).every((field) => PUBLIC_IDS.includes(field))) continue
    const answer = await refusal(call(world, own.by, path, own.input(world, ids)))
    // An earlier call of this loop may have decided the quote or the member; the row is found all the same.
    expect([null, 'CONFLICT']).toContain(answer?.code ?? null)
  }
})

test('a removed member is refused at the next call of a session that is open', async () => {
  await world.as('ned').services.list()
  await world.as('maya').members.remove({ id: world.idOf('ned') })
  expect(await refusal(world.as('ned').services.list())).toMatchObject({ code: 'FORBIDDEN' })
  await world.as('maya').members.accept({ id: world.idOf('ned') })
  await world.as('ned').services.list()
})

test('who has no building is told so, and whom to ask, by whatever tells of one', async () => {
  const words = 'No building found for your account. Please contact support.'
  for (const path of ['members.list', 'documents.list', 'services.list', 'buildings.mine'])
    expect(await refusal(call(world, 'olga', path, undefined))).toEqual({ code: 'FORBIDDEN', message: words })
})
