import { BlockList, isIP } from 'node:net'

/**
 * The address of the browser behind a request. Only a proxy that the operator named is believed what it says: the
 * last address in X-Forwarded-For that is no such proxy. Anybody can write that header; only a proxy's end of it counts.
 */
export function clientAddress(
  peer: string | undefined,
  forwarded: string | undefined,
  trusted: string[],
): string {
  if (peer === undefined) return 'unknown'
  const proxies = blockList(trusted)
  const chain = [...(forwarded ?? '').split(',').map((each) => each.trim()), plain(peer)]
  while (chain.length > 1 && isIn(proxies, chain.at(-1))) chain.pop()
  const client = plain(chain.at(-1) ?? '')
  return isIP(client) === 0 ? plain(peer) : client
}

/** Whether who asks is a program of this machine. */
export function isThisMachine(peer: string | undefined): boolean {
  return isIn(blockList(['127.0.0.0/8', '::1']), peer && plain(peer))
}

/** Addresses and ranges ('10.0.0.0/8') as the operator wrote them; undefined when one of them is neither. */
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

function isIn(proxies: BlockList, address: string | undefined): boolean {
  const family = isIP(address ?? '')
  return family !== 0 && proxies.check(address ?? '', family === 6 ? 'ipv6' : 'ipv4')
}

/** Node writes an IPv4 peer of an IPv6 socket as ::ffff:192.0.2.1. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}
