import type { Config } from '../config.ts'

type Addresses = Pick<Config, 'publicUrl' | 'host' | 'port'>

const LOCAL = ['localhost', '127.0.0.1', '[::1]']
/** HOST for all addresses of this machine. No request names one of these. */
const WILDCARDS = ['0.0.0.0', '::']

/**
 * Which `Host` and `Origin` headers name this portal: the host of PUBLIC_URL, the address that HOST and PORT set, and for
 * a portal of this machine alone the machine's names. A foreign name that leads here (DNS rebinding) is refused.
 * [V3.5.1]
 */
export function ownHosts({ publicUrl, host, port }: Addresses) {
  const { protocol, hostname, port: publicPort, origin } = new URL(publicUrl)
  const defaultPort = protocol === 'https:' ? 443 : 80
  const isLocal = LOCAL.includes(hostname)
  const ports = [port, Number(publicPort || defaultPort)]
  const hosts = new Set([
    `${hostname}:${publicPort || defaultPort}`,
    ...(WILDCARDS.includes(host) ? [] : [`${host.includes(':') ? `[${host}]` : host}:${port}`.toLowerCase()]),
    ...(isLocal ? LOCAL.flatMap((name) => ports.map((each) => `${name}:${each}`)) : []),
  ])
  // Browsers leave the default port out.
  const isOwn = (given: string | undefined): boolean =>
    given !== undefined && hosts.has((/:\d+$/.test(given) ? given : `${given}:${defaultPort}`).toLowerCase())
  const scheme = `${protocol}//`
  return {
    isOwn,
    /** Of PUBLIC_URL, or with its scheme an own host: behind https, a page of plain HTTP may be anybody's. */
    isOwnOrigin: (given: string): boolean =>
      given === origin ||
      (protocol === 'http:' && given.startsWith(scheme) && isOwn(given.slice(scheme.length))),
  }
}
