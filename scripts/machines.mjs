import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installDebians } from './debian.mjs'

const folders = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']

/** The proxies, poolers and mail servers of the tests, and what these do without one. */
const programs = {
  haproxy: 'the tests balance the load between two servers themselves',
  pgbouncer: 'the tests connect to the database without a pooler',
  nginx: 'the tests balance the load between two servers themselves',
  caddy: 'its example in deploy/ is not tried',
  dovecot: 'no answer is read from a real mailbox',
}

/** Debian's package of a program, where its name differs. */
const packageOf = (name) => ({ dovecot: 'dovecot-imapd' })[name] ?? name

/** Installs missing programs for the tests with several servers where possible, and prints those still missing. */
export async function installPrograms() {
  const missing = () =>
    Object.keys(programs).filter((name) => !folders.some((each) => existsSync(join(each, name))))
  if (missing().length > 0)
    await installDebians(missing().map(packageOf), 'the tests with several servers and a mailbox')
  for (const name of missing()) {
    process.stdout.write(`${name} is not installed, so ${programs[name]}: install it for the full tests.\n`)
  }
}
