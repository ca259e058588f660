import { describe, expect, test } from 'vitest'
import { fitsQuota, requireQuota, usedOfQuota } from './quota.ts'

const KB = 1024
const GB = 1024 ** 3

describe('a file fits a quota', () => {
  test.each([
    [0, 8 * KB, 8 * KB, true],
    [0, 8 * KB + 1, 8 * KB, false],
    [4 * KB, 4 * KB, 8 * KB, true],
    [4 * KB, 4 * KB + 1, 8 * KB, false],
    // A tiny file, and one of unknown size, takes a block.
    [4 * KB, 1, 8 * KB, true],
    [8 * KB, 1, 8 * KB, false],
    [8 * KB, 0, 8 * KB, false],
  ])('with %i bytes used and %i more of %i: %s', (used, size, quota, fits) => {
    expect(fitsQuota(used, size, quota)).toBe(fits)
    const decide = () => requireQuota(used, size, quota, 'quota_reached')
    if (fits) decide()
    else expect(decide).toThrow('the building has no space left for this file')
  })
})

test.each([
  [0, '0 of 2 GB used'],
  [340 * KB, '340 KB of 2 GB used'],
  [1.24 * GB, '1.2 of 2 GB used'],
  [2 * GB, '2 of 2 GB used'],
])('%i bytes of 2 GB are shown as %s', (used, text) => {
  expect(usedOfQuota(used, 2 * GB)).toBe(text)
})
