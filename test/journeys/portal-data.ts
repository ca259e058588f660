import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)
const { JOURNEY_DATA = '', JOURNEY_DATABASE_URL, JOURNEY_SECRET } = process.env

/** The folder with the mails. */
export const MAIL = join(JOURNEY_DATA, 'mail')

/** Runs one of the portal's commands beside the serving portal. */
export async function command(...args: string[]): Promise<string> {
  const database = JOURNEY_DATABASE_URL && { DATABASE_URL: JOURNEY_DATABASE_URL, SECRET: JOURNEY_SECRET }
  const env = { ...process.env, DATA_DIR: JOURNEY_DATA, ...database }
  const { stdout } = await run('node_modules/.bin/node', ['src/server/main.ts', ...args], { env })
  return stdout
}

/** Writes changes to the database that a test can't wait for. */
export async function write(sql: string, ...values: unknown[]): Promise<void> {
  const client = new pg.Client(
    JOURNEY_DATABASE_URL ?? { host: socketFolder(), port: 5432, user: 'stoop', database: 'stoop' },
  )
  await client.connect()
  await client.query(sql, values)
  await client.end()
}

function socketFolder(): string | undefined {
  return readFileSync(join(JOURNEY_DATA, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[4]
}
