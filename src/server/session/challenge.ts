import { parseSigned } from 'hono/utils/cookie'
import { sql } from 'kysely'
import { asSystem } from '../db/as-viewer.ts'
import type { Context } from '../rpc/context.ts'

/** How long a challenge is open, in seconds: the second step after a password, and the answer of a passkey. */
const SECONDS = { two_factor: 10 * 60, passkey: 5 * 60 }

type Challenge = keyof typeof SECONDS

export async function challengeCookie({ auth }: Pick<Context, 'auth'>, kind: Challenge) {
  const { createAuthCookie, secret } = await auth.$context
  return { name: createAuthCookie(kind).name, secret }
}

/**
 * The value of the challenge that this browser's cookie names, while it is open by the database's clock; else null. The
 * library looks at a server's own clock, with an hour to spare (auth.ts).
 */
export async function openChallenge(
  ctx: Pick<Context, 'auth' | 'db' | 'headers'>,
  kind: Challenge,
): Promise<string | null> {
  const { name, secret } = await challengeCookie(ctx, kind)
  const { [name]: identifier } = await parseSigned(ctx.headers.get('cookie') ?? '', secret, name)
  if (!identifier) return null
  const { rows } = await asSystem(ctx.db, (tx) =>
    sql<{ value: string }>`select value from auth_verifications where identifier = ${identifier}
      and created_at > clock_timestamp() - make_interval(secs => ${SECONDS[kind]})`.execute(tx),
  )
  return rows[0]?.value ?? null
}
