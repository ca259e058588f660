import { existsSync, readFileSync } from 'node:fs'

const columns = {
  drill: 'drill',
  runs: 'runs',
  acknowledged: 'acknowledged',
  lost: 'lost',
  doubled: 'doubled',
  slowest_ms: 'slowest recovery',
}

/** The table of the fault drills, from the lines that test/faults/drill.ts wrote. */
export function faultTable(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  const rows = lines
    .map((line) => JSON.parse(line))
    .sort((one, other) => one.drill.localeCompare(other.drill))
  const cells = rows.map((row) =>
    Object.keys(columns).map((column) => {
      if (row[column] === null) return '–'
      return column === 'slowest_ms' ? `${(row.slowest_ms / 1000).toFixed(2)} s` : String(row[column])
    }),
  )
  const table = [Object.values(columns), ...cells]
  const widths = Object.keys(columns).map((_, column) => Math.max(...table.map((row) => row[column].length)))
  const line = (row) =>
    row.map((cell, column) => (column ? cell.padStart(widths[column]) : cell.padEnd(widths[0]))).join('  ')
  return `${table.map(line).join('\n')}\n`
}
