import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installDebians } from './debian.mjs'

const folders = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']

/** What stands between several servers, their people and their database: test/faults/machines.test.ts. */
const programs = {
  haproxy: 'two servers are called in turns by the tests themselves',
  pgbouncer: 'they are tried without a pooler before the database',
  nginx: 'two servers are called in turns by the tests themselves',
}

/** Sees to the programs of the tests with several servers. Without one, these run in a plainer form, and it is said. */
export async function findMachines(...names) {
  const missing = () => names.filter((name) => !folders.some((each) => existsSync(join(each, name))))
  if (missing().length > 0) await installDebians(missing(), 'the tests with several servers')
  for (const name of missing()) {
    process.stdout.write(`There is no ${name} here, so ${programs[name]}: install it to test the whole.\n`)
  }
}
