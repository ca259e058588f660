import { resolve } from 'node:path'
import { formatNumber } from '../../domain/number.ts'
import { addBuildings } from '../buildings/buildings.db.ts'
import { type BuildingLine, FileError, type RefusedLine, readBuildings } from '../buildings/buildings-file.ts'
import { asSystem } from '../database/as-viewer.ts'
import { COMMAND } from '../database/patience.ts'
import { Db, type Tx } from '../database/pool.ts'
import { StartError } from '../start-error.ts'
import type { CommandContext } from './command.ts'

const BATCH = 500
const USAGE = 'Say what to import from where: npm run import -- buildings <file.csv>'

export type Report = { added: number; known: number[]; refused: RefusedLine[] }

/** `npm run import -- buildings <file.csv>`; a relative path starts where the person is, not where npm goes. */
export async function run({ pool, args }: CommandContext): Promise<void> {
  const [what, file, ...more] = args
  if (what !== 'buildings' || !file || more.length > 0) throw new StartError(USAGE)
  const started = Date.now()
  const path = resolve(process.env.INIT_CWD || '.', file)
  const report = await importBuildings(new Db(pool), path)
  process.stdout.write(`${sentences(report, Date.now() - started)}\n`)
}

/** Adds the file's buildings in one transaction: all that are new and well-formed, or nothing when the file is broken. */
export async function importBuildings(db: Db, path: string): Promise<Report> {
  const report: Report = { added: 0, known: [], refused: [] }
  try {
    const addAll = async (tx: Tx) => {
      let batch: BuildingLine[] = []
      await readBuildings(path, async (row) => {
        if ('reason' in row) report.refused.push(row)
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

function sentences({ added, known, refused }: Report, milliseconds: number): string {
  const rows = formatNumber(added + known.length + refused.length)
  const seconds = (milliseconds / 1000).toFixed(1)
  const lines = [
    `${rows} rows read in ${seconds} s: ${formatNumber(added)} buildings added, ${formatNumber(known.length)} already known, ${formatNumber(refused.length)} refused.`,
  ]
  if (known.length > 0 && known.length <= 20) lines.push(`Already known: line ${known.join(', ')}.`)
  if (refused.length > 0)
    lines.push('Refused:', ...refused.map(({ line, reason }) => `  line ${line}: ${reason}`))
  return lines.join('\n')
}
