import { once } from 'node:events'
import { open, readdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { memoryOf } from '../test/memory.ts'
import { pdf } from '../test/sample-files.ts'
import { ask, make, type SideName, type Workload } from './measure.ts'
import { folder, type Person } from './servers.ts'

const MB = 1024 * 1024
const UPLOADS = 120
const AT_ONCE = 20

/** W5: 20 concurrent uploads of 10 MB compared with a plain stream to the same disk, and the portal's memory use. */
export function uploads(
  db: pg.Pool,
  origins: Record<SideName, string>,
  pids: number[],
  captain: Person,
): Workload {
  const content = pdf('Bench', 10 * MB)
  let highest = 0
  return {
    name: 'W5 upload, 10 MB, 20 at once',
    async run(side) {
      const url = `${origins[side]}${side === 'portal' ? '/api/documents' : '/upload'}`
      const one = (name: string) => async () => {
        const sending = request(`${url}?name=${name}`, {
          method: 'POST',
          agent: false,
          headers: { cookie: captain.cookie },
        })
        sending.end(content)
        const [response] = await once(sending, 'response')
        const said = await text(response)
        if (response.statusCode !== 201)
          throw new Error(`An upload was refused: ${response.statusCode} ${said}`)
      }
      await takeMemory(content)
      const before = memoryOf(pids)
      const watch = setInterval(() => {
        highest = Math.max(highest, memoryOf(pids) - before)
      }, 20)
      const took = await make(
        Array.from({ length: UPLOADS }, (_, index) => one(`bench-${index}.pdf`)),
        AT_ONCE,
      )
      clearInterval(watch)
      // Otherwise the hourly sweep would delete the files while the next round is measured.
      const { rows } = await db.query<{ file_path: string }>(
        `delete from building_documents where file_name like 'bench-%' returning file_path`,
      )
      for (const { file_path } of rows) await rm(join(folder, 'files', file_path))
      for (const name of await readdir(folder)) if (name.startsWith('bare-')) await rm(join(folder, name))
      return took
    },
    note: () => `memory + ${(highest / MB).toFixed(0)} MB at most`,
  }
}

/**
 * A virtual machine returns unused memory to its host, and getting it back doubles the time of a write. So the memory
 * is claimed before both sides, because the limit needs less of it than the portal.
 */
async function takeMemory(content: Buffer): Promise<void> {
  const path = join(folder, 'bare-memory')
  const file = await open(path, 'w')
  try {
    for (let count = 0; count < 2 * UPLOADS; count += 1) await file.appendFile(content)
  } finally {
    await file.close()
    await rm(path)
  }
}

/** W5: downloads of the same file by its link, compared with a plain stream from the same disk. */
export async function downloads(
  db: pg.Pool,
  origins: Record<SideName, string>,
  captain: Person,
): Promise<{ workload: Workload; done: () => Promise<void> }> {
  const sending = request(`${origins.portal}/api/documents?name=download.pdf`, {
    method: 'POST',
    headers: { cookie: captain.cookie },
  })
  sending.end(pdf('Bench', 10 * MB))
  const [response] = await once(sending, 'response')
  await writeFile(join(folder, 'bare'), pdf('Bench', 10 * MB))
  const { id } = JSON.parse(await text(response)) as { id: string }
  // A link expires after 60 seconds, so each run gets its own.
  const link = async () => {
    const answer = await fetch(`${origins.portal}/api/trpc/documents.link`, {
      method: 'POST',
      headers: { cookie: captain.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    })
    const { result } = (await answer.json()) as { result: { data: { url: string } } }
    return new URL(result.data.url, origins.portal).href
  }
  return {
    workload: {
      name: 'W5 download, 10 MB',
      run: async (side, warm) =>
        ask(side === 'portal' ? await link() : `${origins.limit}/download`, undefined, warm),
    },
    done: async () => {
      await db.query('delete from building_documents where id = $1', [id])
    },
  }
}
