import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../src/server/demo/person.ts'
import { createWorldDatabase } from './database.ts'
import { openWorld, PASSWORD, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(await createWorldDatabase('time'))
})
afterAll(() => world.close())

let count = 0
/** A client at a new address. */
const stranger = () => openBrowser(world.portal, `10.1.${++count >> 8}.${count & 255}`).accounts

/** Measures two actions alternately, so that other load affects both. Returns the first quartile of each. */
async function compare(rounds: number, one: () => Promise<unknown>, other: () => Promise<unknown>) {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1)
    for (const [index, work] of [one, other].entries()) {
      const from = performance.now()
      await work().catch(() => undefined)
      times[index]?.push(performance.now() - from)
    }
  const [first = 0, second = 0] = times.map((each) => each.sort((a, b) => a - b)[Math.floor(rounds / 4)] ?? 0)
  return second / first
}

test('signing in takes as long for an unknown account as for a wrong password', async () => {
  const tried = (email: string) => () => stranger().signIn({ email, password: 'not the password' })
  // Without a hash for unknown accounts it would take a tenth.
  const ratio = await compare(10, tried('maya@example.com'), tried('nobody@example.com'))
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

test('requesting a new password takes as long for an unknown account', async () => {
  // A different account each time, because links are limited by account.
  const people = Object.values(world.known).map(({ email }) => email)
  let asked = 0
  const known = () => stranger().requestPasswordReset({ email: people[asked++ % people.length] ?? '' })
  const unknown = () => stranger().requestPasswordReset({ email: `nobody${asked}@example.com` })
  await compare(5, known, unknown)
  const ratio = await compare(30, known, unknown)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

test('an invalid link for a new password costs no hash', async () => {
  const signIn = () => stranger().signIn({ email: 'maya@example.com', password: PASSWORD })
  const reset = () => stranger().resetPassword({ token: 'no such link', new_password: PASSWORD })
  expect(await compare(5, signIn, reset)).toBeLessThan(0.5)
})
