import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The text parts of the mails to this address in a folder, oldest first. */
export function mailsTo(folder: string, email: string): string[] {
  const number = (name: string) => Number(name.match(/^mail-(\d+)-/)?.[1])
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith(`-${email}.eml`))
    .sort((one, other) => number(one) - number(other))
    .map((name) => partOf(readFileSync(join(folder, name), 'utf8'), 'text/plain'))
}

/** The token behind the # of a link to this page. */
export function tokenIn(mail: string | undefined, page: string): string {
  const token = mail?.match(new RegExp(`/${page}#([\\w.-]+)`))?.[1]
  if (!token) throw new Error(`No link to ${page} in: ${mail}`)
  return token
}

/** A part of a mail, decoded: quoted-printable splits long lines and writes other bytes as =3D. */
export function partOf(mail: string, type: 'text/plain' | 'text/html'): string {
  const boundary = mail.match(/boundary="([^"]+)"/)?.[1] ?? ''
  const part = mail.split(`--${boundary}`).find((each) => each.includes(`Content-Type: ${type}`))
  const [, head = '', body = ''] = part?.match(/^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/) ?? []
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
