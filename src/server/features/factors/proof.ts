// Rules: [V6.2.3] [V7.5.1]

import { SETTINGS_MESSAGES } from '../../../domain/accounts/messages.ts'
import { DomainError, WrongSecret } from '../../../domain/errors.ts'
import { FACTOR_MESSAGES, PROOF_MISSING, type Proof } from '../../../domain/factors/factor.ts'
import { asSystem } from '../../db/as-viewer.ts'
import { databaseTime } from '../../db/clock.ts'
import type { Tx } from '../../db/pool.ts'
import type { Context } from '../../rpc/context.ts'
import { isAppCode } from '../../session/factor-secrets.ts'
import { verifyPassword } from '../../session/password-hash.ts'
import { findSecrets } from './db.ts'

type Prover = Pick<Context, 'auth' | 'limits'> & { tx: Tx; viewer: { id: string } }

/** Checks that it is still the person: by their password, or by a code of their app. Throws DomainError 'invalid_input'. */
export async function checkProof(ctx: Prover, { current_password, code }: Proof): Promise<void> {
  if (code !== undefined) return checkAppCode(ctx, code)
  const { id } = ctx.viewer
  await ctx.limits.countPassword(id)
  const account = await ctx.tx
    .selectFrom('auth_accounts')
    .where('user_id', '=', id)
    .where('provider_id', '=', 'credential')
    .select('password')
    .executeTakeFirst()
  const isRight =
    account?.password && (await verifyPassword({ hash: account.password, password: current_password ?? '' }))
  if (!isRight) throw new WrongSecret(SETTINGS_MESSAGES.wrongPassword, 'current_password')
  await ctx.limits.passwordWasRight(id)
}

/** The same in a transaction of its own, before one under the row rules, which show nobody's password. */
export function proveFirst(ctx: Omit<Prover, 'tx'> & Pick<Context, 'db'>, proof: Proof): Promise<void> {
  return asSystem(ctx.db, (tx) => checkProof({ ...ctx, tx }, proof))
}

/** The same where a call needs a proof only for some of its changes. Returns whether there was one. */
export async function proveIfGiven(ctx: Parameters<typeof proveFirst>[0], proof: Proof): Promise<boolean> {
  const isGiven = proof.current_password !== undefined || proof.code !== undefined
  if (isGiven) await proveFirst(ctx, proof)
  return isGiven
}

/** Throws DomainError 'invalid_input' with the field for a change that came without its proof. */
export function requireProof(proven: boolean): void {
  if (!proven) throw new DomainError('invalid_input', PROOF_MISSING, 'current_password')
}

/** Checks a code of the app that is on, or (`pending`) of the one that is being set up. Each code works once. */
export async function checkAppCode(
  { auth, limits, tx, viewer: { id } }: Prover,
  code: string,
  pending = false,
): Promise<void> {
  await limits.countCode(id, code)
  const secrets = await findSecrets(tx, id)
  if (!secrets || secrets.verified === pending)
    throw new DomainError(
      'invalid_input',
      pending ? FACTOR_MESSAGES.appIsOn : FACTOR_MESSAGES.appIsOff,
      'code',
    )
  if (!(await isAppCode(auth, secrets.secret, code, await databaseTime(tx))))
    throw new WrongSecret(FACTOR_MESSAGES.wrongCode, 'code')
  await limits.codeWasRight(id)
}
