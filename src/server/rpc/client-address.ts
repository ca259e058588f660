import { BlockList, isIP } from 'node:net'

/**
 * The client's address: the last one in X-Forwarded-For that is not a trusted proxy. Anyone can send that header, so only
 * what trusted proxies appended counts.
 */
export function clientAddress(
  peer: string | undefined,
  forwarded: string | undefined,
  trusted: string[],
): string {
  if (peer === undefined) return 'unknown'
  const proxies = blockList(trusted)
  const chain = [...(forwarded ?? '').split(',').map((each) => each.trim()), unmapped(peer)]
  while (chain.length > 1 && contains(proxies, chain.at(-1))) chain.pop()
  const client = unmapped(chain.at(-1) ?? '')
  return isIP(client) === 0 ? unmapped(peer) : client
}

/**
 * What rate limits count as one client: an IPv4 address, or the /64 network of an IPv6 address. One line has a whole
 * network of them, so counting single ones would limit nothing.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const groups = groupsOf(address)
  const mapped = groups.slice(0, 6).join() === '0,0,0,0,0,ffff'
  if (mapped) return groups.slice(6).flatMap(bytesOf).join('.')
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The eight groups of an IPv6 address in any spelling, without leading zeros. */
function groupsOf(address: string): string[] {
  const [bare] = address.split('%') // the zone is this machine's name for a network card
  const { hostname } = new URL(`http://[${bare}]`)
  const [head = '', tail] = hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail].map((part) => (part ? part.split(':') : []))
  const zeros = Array<string>(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill('0')
  return [...(before ?? []), ...zeros, ...(after ?? [])]
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}

/** Whether the peer is a program on this machine. */
export function isLoopback(peer: string | undefined): boolean {
  return contains(blockList(['127.0.0.0/8', '::1']), peer && unmapped(peer))
}

/** The operator's comma-separated addresses and ranges ('10.0.0.0/8'); undefined if one is neither. */
export function parseProxies(text: string): string[] | undefined {
  const list = text.split(',').map((each) => each.trim())
  try {
    blockList(list)
    return list
  } catch {
    return undefined
  }
}

const lists = new WeakMap<string[], BlockList>()

function blockList(list: string[]): BlockList {
  const known = lists.get(list)
  if (known) return known
  const proxies = new BlockList()
  for (const each of list) {
    const [address = '', prefix] = each.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(prefix), family)
  }
  lists.set(list, proxies)
  return proxies
}

function contains(proxies: BlockList, address: string | undefined): boolean {
  const family = isIP(address ?? '')
  return family !== 0 && proxies.check(address ?? '', family === 6 ? 'ipv6' : 'ipv4')
}

/** An IPv6 socket reports an IPv4 peer as ::ffff:192.0.2.1. */
function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}
