import { describe, expect, test } from 'vitest'
import { clientAddress, parseProxies } from './client-address.ts'

describe('the address of a browser', () => {
  test.each([
    ['without a proxy, the peer', '192.0.2.7', undefined, [], '192.0.2.7'],
    [
      'a forged header of a peer that is no proxy counts for nothing',
      '192.0.2.7',
      '198.51.100.1',
      ['10.0.0.1'],
      '192.0.2.7',
    ],
    ['a proxy is believed', '10.0.0.1', '198.51.100.1', ['10.0.0.1'], '198.51.100.1'],
    [
      'what a browser wrote before the proxy counts for nothing',
      '10.0.0.1',
      '1.1.1.1, 198.51.100.1',
      ['10.0.0.1'],
      '198.51.100.1',
    ],
    ['two proxies in a row', '10.0.0.1', '198.51.100.1, 10.2.0.9', ['10.0.0.0/8'], '198.51.100.1'],
    ['an IPv4 peer of an IPv6 socket', '::ffff:10.0.0.1', '198.51.100.1', ['10.0.0.1'], '198.51.100.1'],
    ['IPv6', 'fd00::1', '2001:db8::5', ['fd00::/8'], '2001:db8::5'],
    ['nonsense in the header', '10.0.0.1', 'nobody', ['10.0.0.1'], '10.0.0.1'],
    ['no header at all', '10.0.0.1', undefined, ['10.0.0.1'], '10.0.0.1'],
  ])('%s', (_, peer, forwarded, trusted, expected) => {
    expect(clientAddress(peer, forwarded, trusted)).toBe(expected)
  })

  test('the operator’s list is addresses and ranges', () => {
    expect(parseProxies('10.0.0.1, fd00::/8')).toEqual(['10.0.0.1', 'fd00::/8'])
    for (const wrong of ['proxy.example.com', '10.0.0.0/99', '']) expect(parseProxies(wrong)).toBeUndefined()
  })
})
