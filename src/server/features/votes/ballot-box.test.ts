import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BOX_KEY_BYTES, openBox, sealBox, shuffled } from './ballot-box.ts'

// The sealed box of a secret vote: Product 4.4.

const KEY = randomBytes(BOX_KEY_BYTES)
const hash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'))
const ballots = fc
  .array(fc.tuple(hash, fc.integer({ min: 0, max: 2 ** 32 - 1 })), { maxLength: 40 })
  .map((entries) => new Map(entries))

test('a box holds what was put in, in no order of its own', () => {
  fc.assert(
    fc.property(ballots, (all) => {
      const opened = openBox(KEY, 'vote', sealBox(KEY, 'vote', all))
      expect(new Map([...opened].sort())).toEqual(new Map([...all].sort()))
      expect([...opened.keys()]).toEqual([...all.keys()].sort())
    }),
  )
  expect(openBox(KEY, 'vote', null).size).toBe(0)
})

test('a box is as long whatever its ballots choose, and never the same twice', () => {
  const one = new Map([[`${'00'.repeat(32)}`, 0]])
  const other = new Map([[`${'ff'.repeat(32)}`, 2 ** 32 - 1]])
  expect(sealBox(KEY, 'vote', one).length).toBe(sealBox(KEY, 'vote', other).length)
  expect(sealBox(KEY, 'vote', one).equals(sealBox(KEY, 'vote', one))).toBe(false)
})

test('another key, another vote or a changed byte open nothing', () => {
  const box = sealBox(KEY, 'vote', new Map([['ab'.repeat(32), 1]]))
  expect(() => openBox(randomBytes(BOX_KEY_BYTES), 'vote', box)).toThrow()
  expect(() => openBox(KEY, 'other', box)).toThrow()
  for (const at of [0, 15, box.length - 1]) {
    const changed = Buffer.from(box)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => openBox(KEY, 'vote', changed), String(at)).toThrow()
  }
  expect(() => openBox(KEY, 'vote', box.subarray(0, -1))).toThrow()
})

test('a shuffled list has the same items, and each place is as likely for each', () => {
  const items = [0, 1, 2, 3]
  const counts = items.map(() => items.map(() => 0))
  const rounds = 4000
  for (let round = 0; round < rounds; round += 1)
    for (const [place, item] of shuffled(items).entries()) {
      const row = counts[item]
      if (row) row[place] = (row[place] ?? 0) + 1
    }
  // Within six standard deviations of a quarter.
  const spread = 6 * Math.sqrt(rounds * 0.25 * 0.75)
  for (const count of counts.flat()) expect(Math.abs(count - rounds / 4)).toBeLessThan(spread)
})
