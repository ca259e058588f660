import { TRPCError } from '@trpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { EventKind } from '../src/domain/events.ts'
import { asSystem } from '../src/server/db/as-viewer.ts'
import { createCallerFactory, openToAll, router } from '../src/server/rpc/procedure.ts'
import { createWorldDatabase } from './database.ts'
import { LINES, MARKUP, STATEMENTS } from './hostile.ts'
import { composeExample, exampleWith, MAILED } from './mails.ts'
import { call, contextOf, prepare, procedures } from './procedures.ts'
import { openWorld, type World } from './world.ts'

let world: World
let ids: Awaited<ReturnType<typeof prepare>>

beforeAll(async () => {
  world = await openWorld(await createWorldDatabase('texts'))
  ids = await prepare(world)
})
afterAll(() => world.close())

/** A query's response: the size of the result, or the error. */
async function answerTo(work: () => Promise<unknown>): Promise<string> {
  try {
    const answer = await work()
    return Array.isArray(answer) ? `${answer.length} rows` : typeof answer
  } catch (error) {
    return error instanceof TRPCError ? error.code : String(error)
  }
}

/** The SQL texts of the corpus that get a different response than an ordinary text. */
async function injected(ask: (text: string) => Promise<unknown>): Promise<string[]> {
  const usual = [await answerTo(() => ask('nothing like it')), 'BAD_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED']
  const found: string[] = []
  for (const text of STATEMENTS) if (!usual.includes(await answerTo(() => ask(text)))) found.push(text)
  return found
}

describe('a text that would end a SQL statement', () => {
  const fields = procedures.flatMap((each) =>
    Object.entries(each.schema?.properties ?? {}).flatMap(([field, { type, anyOf, enum: choices }]) => {
      const isText = [type, ...(anyOf ?? []).map((one) => one.type)].includes('string') && !choices
      // Mutations are covered by the fuzz test; here a query could leak rows.
      return isText && each.type === 'query' ? [{ ...each, field }] : []
    }),
  )

  test.each(fields)('is ordinary text for $path in its field $field [V1.2.4]', async ({
    path,
    field,
    case: { by, input },
  }) => {
    const ask = (text: string) => call(world, by, path, { ...input(world, ids), [field]: text })
    expect(await injected(ask)).toEqual([])
  })

  test('is detected when a planted procedure concatenates it into SQL', async () => {
    const Asked = z.strictObject({ name: z.string() })
    const planted = router({
      quoted: openToAll()
        .input(Asked)
        .query(({ ctx, input }) =>
          asSystem(ctx.db, async (tx) => {
            const statement = `select id from service_types where name = '${input.name}'`
            return (await sql.raw(statement).execute(tx)).rows
          }),
        ),
      pattern: openToAll()
        .input(Asked)
        .query(({ ctx, input }) =>
          asSystem(ctx.db, (tx) =>
            tx.selectFrom('service_types').select('id').where('name', 'like', `%${input.name}%`).execute(),
          ),
        ),
    })
    const caller = createCallerFactory(planted)(contextOf(world, 'anonymous'))
    const quoted = await injected((name) => caller.quoted({ name }))
    expect(quoted).toContain(`' or '1'='1`)
    expect(quoted).toContain(`'`)
    expect(await injected((name) => caller.pattern({ name }))).toContain('%')
  })
})

describe('a text in a mail', () => {
  const shapeOf = (html: string) => html.match(/<[^>]*>/g)?.map((tag) => tag.replace(/"[^"]*"/g, '""'))
  const mailOf = (kind: EventKind, text: string) => composeExample(kind, exampleWith(kind, text))

  test.each(MAILED)('%s adds no element to the mail and no line to its head [V1.2.1]', (kind) => {
    const plain = mailOf(kind, 'plain')
    for (const text of [...MARKUP, ...LINES]) {
      const mail = mailOf(kind, text)
      expect([text, shapeOf(mail.html)]).toEqual([text, shapeOf(plain.html)])
      expect(mail.subject).not.toMatch(/[\r\n]/)
    }
  })

  test('adds an element when a planted mail does not escape it, and the same check detects that', () => {
    const planted = (text: string) => `<p>${text}</p>`
    const found = MARKUP.filter(
      (text) => shapeOf(planted(text))?.join() !== shapeOf(planted('plain'))?.join(),
    )
    expect(found.length).toBeGreaterThan(4)
  })
})
