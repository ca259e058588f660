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

/** W5: files of 10 MB, 20 at once, beside a bare stream to the same disk; and how much memory the portal took for it. */
export function uploads(
  db: pg.Pool,
  origins: Record<SideName, string>,
  pid: number,
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
      const before = memoryOf(pid)
      const watch = setInterval(() => {
        highest = Math.max(highest, memoryOf(pid) - before)
      }, 20)
      const took = await make(
        Array.from({ length: UPLOADS }, (_, place) => one(`bench-${place}.pdf`)),
        AT_ONCE,
      )
      clearInterval(watch)
      // The portal would leave its files to the hourly sweep, and the next round would wait until they are on the disk.
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
 * A machine inside another one gives back the memory that it does not need, and writing into what it is given anew takes
 * twice as long. It would meet whoever comes after the limit, which needs less: so neither of the two meets it.
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

/** W5: the same file fetched by its link, beside a bare stream from the same disk. */
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
  // A link lives for 60 seconds: each run asks for one.
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
