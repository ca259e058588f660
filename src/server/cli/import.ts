import { resolve } from 'node:path'
import { formatNumber } from '../../domain/number.ts'
import { asSystem } from '../db/as-viewer.ts'
import { Db, type Tx } from '../db/pool.ts'
import { COMMAND } from '../db/timeouts.ts'
import {
  type BuildingLine,
  FileError,
  type RejectedLine,
  readBuildings,
} from '../features/buildings/buildings-file.ts'
import { addBuildings } from '../features/buildings/db.ts'
import { StartError } from '../ops/start-error.ts'
import type { CommandContext } from './command.ts'

const BATCH = 500
const USAGE = 'Usage: npm run import -- buildings <file.csv>'

type Report = { added: number; known: number[]; rejected: RejectedLine[] }

/** `npm run import -- buildings <file.csv>`; relative to the operator's working directory, not npm's. */
export async function run({ pool, args }: CommandContext): Promise<void> {
  const [what, file, ...more] = args
  if (what !== 'buildings' || !file || more.length > 0) throw new StartError(USAGE)
  const started = Date.now()
  const path = resolve(process.env.INIT_CWD || '.', file)
  const report = await importBuildings(new Db(pool), path)
  process.stdout.write(`${summary(report, Date.now() - started)}\n`)
}

/** Adds the file's new, valid buildings in one transaction, or none if the file itself is invalid. */
export async function importBuildings(db: Db, path: string): Promise<Report> {
  const report: Report = { added: 0, known: [], rejected: [] }
  try {
    const addAll = async (tx: Tx) => {
      let batch: BuildingLine[] = []
      await readBuildings(path, async (row) => {
        if ('reason' in row) report.rejected.push(row)
        else if (batch.push(row) === BATCH) {
          await add(tx, batch, report)
          batch = []
        }
      })
      await add(tx, batch, report)
    }
    await asSystem(db, addAll, COMMAND)
  } catch (error) {
    if (error instanceof FileError) {
      throw new StartError(`Nothing was imported: ${path} ${error.message}.`, { cause: error })
    }
    throw error
  }
  return report
}

async function add(tx: Tx, batch: BuildingLine[], report: Report): Promise<void> {
  const added = new Set(
    (
      await addBuildings(
        tx,
        batch.map(({ building }) => building),
      )
    ).map(key),
  )
  report.added += added.size
  for (const { line, building } of batch) if (!added.delete(key(building))) report.known.push(line)
}

function key({ address, city, state, zip_code }: BuildingLine['building'] | Added): string {
  return JSON.stringify([address, city, state, zip_code])
}

type Added = Awaited<ReturnType<typeof addBuildings>>[number]

function summary({ added, known, rejected }: Report, milliseconds: number): string {
  const rows = formatNumber(added + known.length + rejected.length)
  const seconds = (milliseconds / 1000).toFixed(1)
  const lines = [
    `${rows} rows read in ${seconds} s: ${formatNumber(added)} buildings added, ${formatNumber(known.length)} already known, ${formatNumber(rejected.length)} rejected.`,
  ]
  if (known.length > 0 && known.length <= 20) lines.push(`Already known: line ${known.join(', ')}.`)
  if (rejected.length > 0)
    lines.push('Rejected:', ...rejected.map(({ line, reason }) => `  line ${line}: ${reason}`))
  return lines.join('\n')
}
