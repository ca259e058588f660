import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort, root } from './portal-process.ts'

export type Storage = { filesUrl: string; close(): Promise<void> }

/** Both storage drivers, each with its FILES_URL: tests of storage run on both. */
const places = { 'a folder': folder, 'a bucket': bucket }

export const STORAGES = Object.keys(places) as (keyof typeof places)[]

export function startStorage(kind: keyof typeof places): Promise<Storage> {
  return places[kind]()
}

async function folder(): Promise<Storage> {
  const path = await mkdtemp(join(tmpdir(), 'stoop-files-'))
  return {
    filesUrl: pathToFileURL(join(path, 'files')).href,
    close: () => rm(path, { recursive: true, force: true }),
  }
}

/** A real server of the S3 protocol in a process of its own. */
async function bucket(): Promise<Storage> {
  const directory = await mkdtemp(join(tmpdir(), 'stoop-bucket-'))
  const port = await freePort()
  const options = {
    address: '127.0.0.1',
    port,
    directory,
    silent: true,
    // It spells a bucket's own path differently than the client, which signs it as S3 reads it.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'documents' }],
  }
  const server = spawn(
    process.execPath,
    // It needs this to write the continuation tokens between the pages of a list.
    [
      '--openssl-legacy-provider',
      '-e',
      `new (require('@20minutes/s3rver'))(${JSON.stringify(options)}).run()`,
    ],
    { cwd: root },
  )
  await untilAnswering(server, port)
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER'
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'
  const endpoint = encodeURIComponent(`http://127.0.0.1:${port}`)
  return {
    filesUrl: `s3://documents?endpoint=${endpoint}&region=us-west-2`,
    async close() {
      const ended = once(server, 'close')
      server.kill('SIGKILL')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function untilAnswering(server: ChildProcess, port: number): Promise<void> {
  let text = ''
  server.stderr?.on('data', (chunk) => {
    text += chunk
  })
  while (!(await fetch(`http://127.0.0.1:${port}`).catch(() => null))) {
    if (server.exitCode !== null) throw new Error(`The S3 server ended: ${text}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
