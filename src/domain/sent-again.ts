import { DomainError } from './errors.ts'

/**
 * For what has an id of the browser's, so that one that is sent again is there once. Throws DomainError 'conflict' with `message` when
 * something else was recorded with the same id: what is sent now would be lost.
 */
export function requireSame<Facts extends object>(recorded: Facts, sent: Facts, message: string): void {
  const names = Object.keys(sent) as (keyof Facts)[]
  if (names.some((name) => recorded[name] !== sent[name])) throw new DomainError('conflict', message)
}
