import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientAddress, networkOf, parseProxies } from './client-address.ts'

describe('the client address', () => {
  test.each([
    ['without a proxy, the peer', '192.0.2.7', undefined, [], '192.0.2.7'],
    ['the header of an untrusted peer is ignored', '192.0.2.7', '198.51.100.1', ['10.0.0.1'], '192.0.2.7'],
    ['the header of a trusted proxy', '10.0.0.1', '198.51.100.1', ['10.0.0.1'], '198.51.100.1'],
    [
      'what the client sent before the proxy is ignored',
      '10.0.0.1',
      '1.1.1.1, 198.51.100.1',
      ['10.0.0.1'],
      '198.51.100.1',
    ],
    ['two proxies in a row', '10.0.0.1', '198.51.100.1, 10.2.0.9', ['10.0.0.0/8'], '198.51.100.1'],
    ['an IPv4 peer of an IPv6 socket', '::ffff:10.0.0.1', '198.51.100.1', ['10.0.0.1'], '198.51.100.1'],
    ['IPv6', 'fd00::1', '2001:db8::5', ['fd00::/8'], '2001:db8::5'],
    ['an invalid header', '10.0.0.1', 'nobody', ['10.0.0.1'], '10.0.0.1'],
    ['no header at all', '10.0.0.1', undefined, ['10.0.0.1'], '10.0.0.1'],
  ])('%s', (_, peer, forwarded, trusted, expected) => {
    expect(clientAddress(peer, forwarded, trusted)).toBe(expected)
  })

  test('trusted proxies are addresses and ranges', () => {
    expect(parseProxies('10.0.0.1, fd00::/8')).toEqual(['10.0.0.1', 'fd00::/8'])
    for (const wrong of ['proxy.example.com', '10.0.0.0/99', '']) expect(parseProxies(wrong)).toBeUndefined()
  })
})

describe('rate limits count', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:0:0:0:7', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::192.0.2.7', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::7', '2001:db8:1:3::/64'],
    ['2001:db8::7', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['unknown', 'unknown'],
  ])('%s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

test('an IPv6 address has one network, in any spelling', () => {
  const group = fc.oneof(fc.constant(0), fc.nat(0xffff))
  const hex = (value: number) => value.toString(16)
  fc.assert(
    fc.property(fc.tuple(group, group, group, group, group, group, group, group), (groups) => {
      fc.pre(groups.slice(0, 5).some((value) => value > 0)) // not one of IPv4
      const [high = 0, low = 0] = groups.slice(6)
      const dotted = [high >> 8, high & 255, low >> 8, low & 255].join('.')
      const spellings = [
        groups.map(hex).join(':'),
        groups.map((value) => hex(value).padStart(4, '0').toUpperCase()).join(':'),
        `${groups.slice(0, 6).map(hex).join(':')}:${dotted}`,
        new URL(`http://[${groups.map(hex).join(':')}]`).hostname.slice(1, -1),
      ]
      const network = `${groups.slice(0, 4).map(hex).join(':')}::/64`
      expect(spellings.map(networkOf)).toEqual(spellings.map(() => network))
    }),
  )
})
