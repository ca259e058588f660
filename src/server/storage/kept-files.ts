import pg from 'pg'
import { attachments } from '../app.ts'
import { typeOf } from './attachment.ts'

export type KeptFile = { kind: string; key: string; size: number | null }

/** Selects all files that are backed up, by key. */
export const KEPT_FILES = `${attachments
  .filter(({ backedUp }) => backedUp)
  .map(({ name, keptIn: { table, column, prefix = '', size } }) => {
    const value = pg.escapeIdentifier(column)
    const bytes = size ? pg.escapeIdentifier(size) : 'null::integer'
    return `select ${pg.escapeLiteral(name)} as kind, substr(${value}, ${prefix.length + 1}) as key, ${bytes} as size
      from ${pg.escapeIdentifier(table)} where ${value} is not null`
  })
  .join(' union all ')} order by key`

export function mimeOf({ kind, key }: KeptFile): string {
  const attachment = attachments.find(({ name }) => name === kind)
  return (attachment && typeOf(attachment, key)?.mime) ?? 'application/octet-stream'
}
