import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { StartError } from '../ops/start-error.ts'
import type { Files } from '../storage/driver.ts'

// A backup is a folder with
//   tables/<table>.copy  the rows of each table, in the format of PostgreSQL's COPY
//   files/<key>          the documents and photos that those rows name
//   secret               the key that signs sessions and links, if the data folder has it
//   facts.json           what else a restore needs to know about the database
//   manifest.json        size and SHA-256 of all of them; written last, so without it the backup is incomplete
const MANIFEST = 'manifest.json'
const FACTS = 'facts.json'

const Facts = z.object({
  migrations: z.array(z.string()),
  /** The columns of each table, in the order of its file, and its number of rows. */
  tables: z.record(z.string(), z.object({ columns: z.array(z.string()), rows: z.int() })),
  sequences: z.record(z.string(), z.int()),
  /** The violated invariants at the time of the backup. A restore must not add any. */
  breaches: z.array(z.object({ invariant: z.string(), row: z.string() })),
})
export type Facts = z.infer<typeof Facts>

const FileContent = z.object({ size: z.int(), sha256: z.string() })
const Manifest = z.object({ made_at: z.string(), contents: z.record(z.string(), FileContent) })
type FileContent = z.infer<typeof FileContent>

export type NewBackup = {
  add(path: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Writes the manifest, which makes the backup complete. */
  finish(facts: Facts): Promise<void>
  discard(): Promise<void>
}

/** The folder in a command's arguments; relative to the operator's working directory, not npm's. */
export function namedFolder(command: 'backup' | 'restore', args: string[]): string {
  const [folder, ...more] = args
  if (!folder || more.length > 0) throw new StartError(`Usage: npm run ${command} -- <folder>`)
  return resolve(process.env.INIT_CWD || '.', folder)
}

/** A new folder that only its owner can read: it holds password hashes and addresses. */
export async function createBackup(folder: string, stop: AbortSignal): Promise<NewBackup> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) {
    throw new StartError(`${folder} is not empty: name a new folder for the backup.`)
  }
  await chmod(folder, 0o700)
  const contents: Record<string, FileContent> = {}
  const add = async (path: string, content: AsyncIterable<Uint8Array>) => {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const measure = createMeasure()
    const file = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(content, measure.pass, file, { signal: stop })
    contents[path] = measure.result()
  }
  return {
    add,
    async finish(facts) {
      await add(FACTS, pieces(facts))
      // A file name is durable once its folder is synced.
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
  /** Null if SECRET was set when the backup was made. */
  secret: Buffer | null
}

/** Opens a backup after checking every byte. Throws a StartError that names the missing or damaged file. */
export async function openBackup(folder: string, stop: AbortSignal): Promise<Backup> {
  const { contents } = await readJson(folder, MANIFEST, Manifest)
  for (const [path, { size, sha256 }] of Object.entries(contents)) {
    const found = await measureFile(join(folder, path), stop)
    if (!found) throw incomplete(folder, `${path} is missing`)
    if (found.size !== size || found.sha256 !== sha256) {
      throw incomplete(folder, `${path} is damaged`)
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
    throw incomplete(folder, `${name} is missing`, cause)
  }
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw incomplete(folder, `${name} is damaged`, cause)
  }
}

function incomplete(folder: string, reason: string, cause?: unknown): StartError {
  return new StartError(`Nothing was restored: ${folder} is not a complete backup: ${reason}.`, { cause })
}

async function measureFile(path: string, stop: AbortSignal): Promise<FileContent | null> {
  const measure = createMeasure()
  try {
    await pipeline(createReadStream(path), measure.pass, drain, { signal: stop })
    return measure.result()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Measures size and hash of a stream. */
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
    result: (): FileContent => ({ size, sha256: hash.digest('hex') }),
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
