import { CsvError, type InfoRecord, parse } from 'csv-parse/sync'
import { DomainError } from '../../../domain/errors.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { type FileRecord, readInvitationHeader } from '../../../domain/members/invitation-file.ts'

/** A longer record means that a quote was never closed. */
const MAX_RECORD = 5000

const DELIMITERS = [',', ';', '\t']

/** The lines of a CSV file, with or without byte order mark, by commas, semicolons or tabs. Throws DomainError 'invalid_input' for a broken file. */
export function readInvitationFile(csv: string) {
  if (csv.includes('\0')) throw invalid('This is not a text file')
  if (csv.includes('\uFFFD')) throw invalid('The file is not in UTF-8. Save it as CSV UTF-8')
  const [first, ...records] = recordsOf(csv)
  if (!first) throw invalid('The file is empty')
  const header = readInvitationHeader(first.cells)
  if (records.length > LIMITS.invitation_lines)
    throw invalid(`The file has more than ${LIMITS.invitation_lines} lines. Please split it`)
  return { header, records }
}

function recordsOf(csv: string): FileRecord[] {
  try {
    const rows = parse(csv, {
      bom: true,
      info: true,
      delimiter: delimiterOf(csv),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: MAX_RECORD,
    }) as unknown as { record: string[]; info: InfoRecord }[]
    return rows
      .map(({ record, info }) => ({ line: info.lines, cells: record }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  } catch (error) {
    if (error instanceof CsvError) throw invalid('A quotation mark in the file is not closed')
    throw error
  }
}

/** Which of them the first line has most. */
function delimiterOf(csv: string): string {
  const line = csv.trimStart().split(/\r?\n/, 1)[0] ?? ''
  const count = (delimiter: string) => line.split(delimiter).length
  return DELIMITERS.reduce((most, each) => (count(each) > count(most) ? each : most))
}

const invalid = (message: string) => new DomainError('invalid_input', message, 'csv')
