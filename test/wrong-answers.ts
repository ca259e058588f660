import type { IncomingHttpHeaders } from 'node:http'
import { MARKUP, MINOR_ONLY } from './hostile.ts'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

/** Internal terms of the code, the database or the machine; the corpus has none of them. */
const INTERNALS =
  /node_modules|\bsrc\/server|\.ts:\d+|\.m?js:\d+:\d+|at async |\b(Kysely|Postgres|Trpc|TRPC|Zod|Type|Range|Syntax|Reference|Internal)\w*Error\b|(relation|column|constraint) \\?"|syntax error|violates|SQLSTATE|stoop_(viewer|system)|auth_(users|accounts|sessions)|permission denied|ECONN|ENOENT|EACCES|\[object Object\]|undefined is|is not a function|Cannot read/

/** Who may read the marked texts of 1431 Minor Ave; its captain may accept pia at any time. */
const MINOR = new Set(['maya', 'ned', 'pia', 'ada'])

type Asked = { who: string; method: string; path?: string; headers?: Record<string, string> }

/** Balancers ask for health by any host, and holders of the token for metrics. */
const isByAnyHost = (path: string, { authorization }: Record<string, string>) =>
  /^\/(healthz|readyz)\b/.test(path) || (/^\/metrics\b/.test(path) && authorization !== undefined)

/** Describes what is wrong with a response, whatever the request; empty for a correct one. */
export function faultsOf({ who, method, path = '', headers: sent = {} }: Asked, answer: Answer): string[] {
  const { status, headers, body } = answer
  const faults: string[] = []
  // Each of the corpus is foreign. Instead of an empty one, Node.js sends the right one.
  const isServed = status > 0 && status < 400
  if (isServed && sent.host && !isByAnyHost(path, sent)) faults.push('serves a foreign host')
  if (isServed && sent.origin !== undefined && path.startsWith('/api/')) faults.push('serves another site')
  if (status === 0) faults.push('no answer')
  if (status >= 500) faults.push('a fault of ours')
  const internal = body.match(INTERNALS)?.[0]
  if (internal) faults.push(`tells of the inside: ${internal}`)
  if (!MINOR.has(who) && body.includes(MINOR_ONLY)) faults.push('another building’s text')
  const type = headers['content-type'] ?? ''
  if (/html|svg|xml/.test(type) && MARKUP.some((each) => body.includes(each)))
    faults.push('markup of theirs in a page')
  // Node.js answers a malformed request itself, without a body.
  const bare = [400, 431].includes(status) && body === ''
  if (status > 0 && !bare && headers['x-content-type-options'] !== 'nosniff')
    faults.push('no headers of the portal')
  if (type.includes('json') && method !== 'HEAD' && !isJson(body)) faults.push('JSON that is none')
  return faults
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The secrets that a text such as a log contains, plain, URL-encoded or in JSON. */
export function secretsIn(text: string, secrets: string[]): string[] {
  const formsOf = (secret: string) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ]
  return secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)))
}

/** The secrets in a response to one person: their session, and links to files. */
export function secretsOf({ headers, body }: Pick<Answer, 'headers' | 'body'>): string[] {
  const own = `${headers['set-cookie'] ?? ''} ${body}`
  return Array.from(
    own.matchAll(/session_token=([^;"]+)|\/files\/(eyJ[\w.-]+)/g),
    ([, one, other]) => one ?? other ?? '',
  )
}

/** The lines of a portal's output that report an internal error. The last line may be incomplete. */
export function errorsIn(output: string): string[] {
  const lines = output.slice(0, output.lastIndexOf('\n') + 1).split('\n')
  return lines.filter((line) => line.startsWith('{') && JSON.parse(line).level >= 50)
}
