import { TRPCError } from '@trpc/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DomainError } from '../src/domain/errors.ts'
import { createWorldDatabase } from './database.ts'
import { call, prepare, procedures } from './procedures.ts'
import { openWorld, type World } from './world.ts'

let world: World
let ids: Awaited<ReturnType<typeof prepare>>

beforeAll(async () => {
  world = await openWorld(await createWorldDatabase('inputs'))
  ids = await prepare(world)
})

afterAll(() => world.close())

/** Fields that clients may not set. */
const SLIPPED = [
  'role',
  'status',
  'building_id',
  'captain_id',
  'vendor_id',
  'user_id',
  'id',
  'email_verified',
  'actor',
]

const withInput = procedures.filter(({ schema }) => schema !== null)

async function refusedField(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error
    expect(error.code).toBe('BAD_REQUEST')
    expect(error.cause).toBeInstanceOf(DomainError)
    return error.cause instanceof DomainError ? error.cause.field : undefined
  }
  return 'it was accepted'
}

describe.each(withInput)('$path', ({ path, schema, case: { by, input } }) => {
  const fields = Object.entries(schema?.properties ?? {})

  test('every text has a stated maximum, and unknown fields are rejected by name [9.limit.5] [V2.2.1] [V6.4.2] [V8.2.3]', async () => {
    expect(schema?.additionalProperties).toBe(false)
    for (const [name, field] of fields) {
      for (const each of [field, ...(field.anyOf ?? []), ...(field.items ? [field.items] : [])]) {
        const bounded = each.maxLength ?? each.enum ?? each.format ?? each.pattern
        if (each.type === 'string') expect([name, bounded]).not.toEqual([name, undefined])
        if (each.type === 'array') expect([name, each.maxItems]).not.toEqual([name, undefined])
      }
    }
    for (const [, { items }] of fields)
      if (items?.type === 'object') expect(items.additionalProperties).toBe(false)
    const valid = input(world, ids)
    for (const name of SLIPPED.filter((each) => !(each in (schema?.properties ?? {}))))
      expect(await refusedField(call(world, by, path, { ...valid, [name]: 'admin' }))).toBe(name)
  })

  test.each(
    fields.map(([name]) => name),
  )('%s: wrong types, NUL and texts that are too long are rejected by field name [V2.2.1] [V2.2.2]', async (name) => {
    const valid = input(world, ids)
    const value = valid?.[name]
    const hostile: unknown[] = [{}, { toString: 'x' }, [[]], typeof value === 'boolean' ? 'true' : true]
    if (typeof value === 'string') hostile.push(12, `${value}\0`, 'x'.repeat(10_000), '\0')
    if (typeof value === 'number') hostile.push('12', -1, 0.5, 1e300, Number.NaN)
    if (Array.isArray(value))
      hostile.push(
        'x',
        [null],
        ['\0'],
        Array.from({ length: 1000 }, () => crypto.randomUUID()),
      )
    for (const each of hostile) {
      expect([each, await refusedField(call(world, by, path, { ...valid, [name]: each }))]).toEqual([
        each,
        name,
      ])
    }
  })

  test('a missing input, or one that is not an object, is rejected', async () => {
    const missing = schema?.default === undefined ? [undefined] : []
    for (const each of [...missing, null, 'text', 7, []]) {
      await expect(call(world, by, path, each)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })
})
