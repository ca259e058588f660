// npm run schema: generates src/server/db/schema.ts from the migrations, with an embedded PostgreSQL of its own, and counts a
// change of the repeatable files.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../src/server/db/embedded/embedded.ts'
import { migrate, REPEATABLE_VERSION, readRepeatable } from '../src/server/db/migrate.ts'
import { fail } from './install.mjs'

const { counted, hash } = await readRepeatable()
if (counted.hash !== hash) {
  const next = { version: counted.version + 1, hash }
  writeFileSync(join('database/repeatable', REPEATABLE_VERSION), `${JSON.stringify(next, null, 2)}\n`)
}

const folder = mkdtempSync(join(tmpdir(), 'stoop-schema-'))
chmodSync(folder, 0o711) // PostgreSQL may run as another user
const embedded = await startEmbedded(folder)
const { host, user, database } = embedded.connection
const pool = new pg.Pool(embedded.connection)
await migrate(pool).finally(() => pool.end())
const env = { ...process.env, DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}` }
const codegen = 'node_modules/kysely-codegen/dist/cli/bin.js'
const { status, stderr } = spawnSync(process.execPath, [codegen], { env, encoding: 'utf8' })
await embedded.stop()
rmSync(folder, { recursive: true })
// Otherwise, it only prints a harmless warning about the TypeScript compiler's older interface.
if (status !== 0) fail(stderr)
process.stdout.write('src/server/db/schema.ts is up to date.\n')
