import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { Files } from '../files/files.ts'
import { StartError } from '../start-error.ts'

// A backup is a folder of
//   tables/<table>.copy  each table's rows, as PostgreSQL's COPY writes them
//   files/<key>          the documents and photos that those rows name
//   secret               what signs sessions and links, when the data folder has it
//   facts.json           what else a restore needs to know of the database
//   manifest.json        size and SHA-256 of all those; written last, so without it the backup is not whole
const MANIFEST = 'manifest.json'
const FACTS = 'facts.json'

const Facts = z.object({
  migrations: z.array(z.string()),
  /** Each table's columns, in the order in which they are written, and its number of rows. */
  tables: z.record(z.string(), z.object({ columns: z.array(z.string()), rows: z.int() })),
  sequences: z.record(z.string(), z.int()),
  /** What did not hold of the data even then: a restore must not add to it. */
  breaches: z.array(z.object({ invariant: z.string(), row: z.string() })),
})
export type Facts = z.infer<typeof Facts>

const Content = z.object({ size: z.int(), sha256: z.string() })
const Manifest = z.object({ made_at: z.string(), contents: z.record(z.string(), Content) })
type Content = z.infer<typeof Content>

export type NewBackup = {
  add(path: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Makes it a whole one. */
  finish(facts: Facts): Promise<void>
  discard(): Promise<void>
}

/** The folder that a command names; a relative path starts where the person is, not where npm goes. */
export function namedFolder(command: 'backup' | 'restore', args: string[]): string {
  const [folder, ...more] = args
  if (!folder || more.length > 0) throw new StartError(`Say which folder: npm run ${command} -- <folder>`)
  return resolve(process.env.INIT_CWD || '.', folder)
}

/** A new folder, its owner's alone: it holds password hashes and addresses. */
export async function createBackup(folder: string, stop: AbortSignal): Promise<NewBackup> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) {
    throw new StartError(`${folder} is not empty: name a new folder for the backup.`)
  }
  await chmod(folder, 0o700)
  const contents: Record<string, Content> = {}
  const add = async (path: string, content: AsyncIterable<Uint8Array>) => {
    const place = join(folder, path)
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    const measure = createMeasure()
    const file = createWriteStream(place, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(content, measure.pass, file, { signal: stop })
    contents[path] = measure.result()
  }
  return {
    add,
    async finish(facts) {
      await add(FACTS, pieces(facts))
      // A name is on the disk once its folder is.
      const folders = new Set(Object.keys(contents).flatMap((path) => [join(folder, dirname(path))]))
      for (const each of folders) await syncFolder(each)
      const manifest = JSON.stringify({ made_at: new Date().toISOString(), contents }, null, 2)
      stop.throwIfAborted()
      await writeFile(join(folder, MANIFEST), `${manifest}\n`, { flag: 'wx', mode: 0o600, flush: true })
      await syncFolder(folder)
    },
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}

export type Backup = {
  facts: Facts
  table(name: string): Readable
  files: Pick<Files, 'has' | 'read'>
  /** Null when SECRET was set where the backup was made. */
  secret: Buffer | null
}

/** A backup of which every byte is what was written; throws a StartError that says what is not. */
export async function openBackup(folder: string, stop: AbortSignal): Promise<Backup> {
  const { contents } = await readJson(folder, MANIFEST, Manifest)
  for (const [path, { size, sha256 }] of Object.entries(contents)) {
    const found = await measured(join(folder, path), stop)
    if (!found) throw refused(folder, `${path} is missing`)
    if (found.size !== size || found.sha256 !== sha256) {
      throw refused(folder, `${path} is not what was written`)
    }
  }
  const open = (path: string) => createReadStream(join(folder, path))
  return {
    facts: await readJson(folder, FACTS, Facts),
    table: (name) => open(`tables/${name}.copy`),
    files: {
      has: async (key) => `files/${key}` in contents,
      read: async (key) => ({
        size: contents[`files/${key}`]?.size ?? 0,
        content: async () => open(`files/${key}`),
      }),
    },
    secret: 'secret' in contents ? await readFile(join(folder, 'secret')) : null,
  }
}

async function readJson<T>(folder: string, name: string, schema: z.ZodType<T>): Promise<T> {
  let text: string
  try {
    text = await readFile(join(folder, name), 'utf8')
  } catch (cause) {
    throw refused(folder, `${name} is missing`, cause)
  }
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw refused(folder, `${name} is not what was written`, cause)
  }
}

function refused(folder: string, reason: string, cause?: unknown): StartError {
  return new StartError(`Nothing was restored: ${folder} is no whole backup, ${reason}.`, { cause })
}

async function measured(path: string, stop: AbortSignal): Promise<Content | null> {
  const measure = createMeasure()
  try {
    await pipeline(createReadStream(path), measure.pass, drain, { signal: stop })
    return measure.result()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Size and hash of what passes. */
function createMeasure() {
  const hash = createHash('sha256')
  let size = 0
  return {
    async *pass(content: AsyncIterable<Uint8Array>) {
      for await (const piece of content) {
        hash.update(piece)
        size += piece.byteLength
        yield piece
      }
    },
    result: (): Content => ({ size, sha256: hash.digest('hex') }),
  }
}

async function drain(content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of content);
}

async function* pieces(value: unknown) {
  yield Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
