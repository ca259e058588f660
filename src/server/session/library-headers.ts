import type { Context } from '../rpc/context.ts'
import { ADDRESS_HEADER } from './auth.ts'

const MAX_USER_AGENT = 300

/** Where a call comes from. */
export type CallOrigin = Pick<Context, 'headers' | 'address'>

/**
 * The headers of a request as the sign-in library gets them: it writes the address and the browser into a new session. The
 * address is the one that we trust, and never one that the client names.
 */
export function libraryHeaders({ headers, address }: CallOrigin): Headers {
  const own = new Headers()
  own.set('cookie', headers.get('cookie') ?? '')
  own.set('user-agent', (headers.get('user-agent') ?? '').slice(0, MAX_USER_AGENT))
  own.set(ADDRESS_HEADER, address)
  return own
}
