import { expect, test } from 'vitest'
import { placeOfSession } from './place.ts'

test.each([
  ['203.0.113.9', '203.0.113.9', 'This network'],
  ['203.0.113.9', '198.51.100.7', '203.0.113.9'],
  ['192.168.1.20', '198.51.100.7', 'Local network (192.168.1.20)'],
  ['172.32.0.1', '198.51.100.7', '172.32.0.1'],
  ['::1', '198.51.100.7', 'Local network (::1)'],
  ['', '198.51.100.7', 'Unknown network'],
  [null, '198.51.100.7', 'Unknown network'],
])('the place of %s, seen from %s, is %s', (address, own, place) => {
  expect(placeOfSession(address, own)).toBe(place)
})
