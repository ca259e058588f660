import { expect, test } from 'vitest'
import { placeOfSession } from './place.ts'

test.each([
  ['203.0.113.9', true, 'This network'],
  ['203.0.113.9', false, '203.0.113.9'],
  ['192.168.1.20', false, 'Local network (192.168.1.20)'],
  ['172.32.0.1', false, '172.32.0.1'],
  ['::1', false, 'Local network (::1)'],
  ['', false, 'Unknown network'],
  [null, false, 'Unknown network'],
])('the place of %s, of this network: %s, is %s', (address, isOwn, place) => {
  expect(placeOfSession(address, isOwn)).toBe(place)
})
