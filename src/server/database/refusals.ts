import { isAPIError } from 'better-auth/api'
import { DatabaseError } from 'pg'
import { DomainError, type ErrorCode } from '../../domain/errors.ts'

/** What a broken constraint means to a person: the database has the last word on the rules that races could break. */
const constraints: Record<string, ErrorCode> = {
  auth_users_email_key: 'email_taken',
  profiles_email_key: 'email_taken',
  building_services_building_id_service_type_id_key: 'service_already_requested',
  one_accepted_quote: 'service_already_accepted',
}

const INVALID_TEXT = new Set(['22P02', '22021', '22001', '22003', '22007', '22008', '23502', '23514'])
/** Of a prepared statement that the server no longer takes: its tables have changed since, or its connection is another's. */
const STALE = ['0A000', '26000']
/**
 * Try again later: two transactions in each other's way, no connection left, a full disk, a server that goes or comes, a
 * statement or a transaction that took too long (patience.ts), a stale one.
 */
const BUSY = new Set([
  ...['40001', '40P01', '53100', '53300', '55P03', '57014', '57P01', '57P02', '57P03', '57P05'],
  ...['25P03', '25P04', '08000', '08001', '08003', '08004', '08006', '08P01'],
  ...STALE,
])
const UNREACHABLE = new RegExp(
  [
    'Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout',
    'not queryable|connection has been discarded|after calling end on the pool',
    'ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT.*PGSQL',
  ].join('|'),
)

/** Whether a connection no longer knows what was prepared in it. */
export function isStale(error: unknown): boolean {
  return error instanceof DatabaseError && STALE.includes(error.code ?? '')
}

/** The refusal that a database error stands for, or null when it is a fault of ours. */
export function refusalOf(error: unknown): DomainError | null {
  if (!(error instanceof DatabaseError)) return isUnreachable(error) ? new DomainError('busy') : null
  const known = error.constraint ? constraints[error.constraint] : undefined
  if (known) return new DomainError(known)
  if (error.code && INVALID_TEXT.has(error.code))
    return new DomainError('invalid_input', undefined, error.column)
  if (error.code && BUSY.has(error.code)) return new DomainError('busy')
  return null
}

/** No answer of the database, but words of the driver or of the sign-in library, which hides the driver's. */
function isUnreachable(error: unknown): boolean {
  if (isAPIError(error)) return error.statusCode >= 500
  // An address that is several: each says for itself why not.
  if (error instanceof AggregateError) return error.errors.some(isUnreachable)
  return error instanceof Error && UNREACHABLE.test(error.message)
}
