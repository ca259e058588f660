import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { CsvError, type CsvErrorCode, type InfoRecord, parse } from 'csv-parse'
import { z } from 'zod'
import { IMPORT_COLUMNS, ImportedBuilding } from '../../../domain/buildings/import.ts'

export type BuildingLine = { line: number; building: ImportedBuilding }
export type RejectedLine = { line: number; reason: string }

/** The file can't be read; the message completes '{file} …'. */
export class FileError extends Error {
  override name = 'FileError'
}

/** A longer record means that a quote was never closed. */
const MAX_RECORD = 20_000

/**
 * Calls `each` for every row of a CSV file in turn. UTF-8, with or without byte order mark and CRLF. Throws FileError at
 * the first broken row.
 */
export async function readBuildings(
  file: string,
  each: (row: BuildingLine | RejectedLine) => Promise<void>,
): Promise<void> {
  try {
    await pipeline(
      createReadStream(file),
      textOf,
      parse({
        bom: true,
        info: true,
        relax_column_count: true,
        skip_empty_lines: true,
        max_record_size: MAX_RECORD,
      }),
      async (records: AsyncIterable<{ record: string[]; info: InfoRecord }>) => {
        let header: Header | undefined
        for await (const { record, info } of records) {
          if (header) await each(rowOf(header, record, info.lines))
          else header = readHeader(record)
        }
        if (!header) throw new FileError('is empty')
      },
    )
  } catch (error) {
    throw brokenFile(error) ?? error
  }
}

async function* textOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const decode = (chunk?: Buffer) => {
    const text = decoder.decode(chunk, { stream: chunk !== undefined })
    if (text.includes('\0')) throw new FileError('is not a text file')
    return text
  }
  for await (const chunk of chunks) yield decode(chunk)
  yield decode()
}

type Header = { names: string[]; length: number }

function readHeader(record: string[]): Header {
  const names = record.map((name) => name.trim().toLowerCase())
  const missing = IMPORT_COLUMNS.filter((column) => !names.includes(column))
  if (missing.length > 0) {
    throw new FileError(
      `has no column ${missing.join(', ')}: its first line must name ${IMPORT_COLUMNS.join(', ')}, with commas between them`,
    )
  }
  const twice = IMPORT_COLUMNS.find((column) => names.indexOf(column) !== names.lastIndexOf(column))
  if (twice) throw new FileError(`has the column ${twice} twice`)
  return { names, length: record.length }
}

function rowOf({ names, length }: Header, record: string[], line: number): BuildingLine | RejectedLine {
  if (record.length !== length)
    return { line, reason: `has ${record.length} fields, where the first line has ${length}` }
  const fields = Object.fromEntries(IMPORT_COLUMNS.map((column) => [column, record[names.indexOf(column)]]))
  const parsed = ImportedBuilding.safeParse(fields)
  if (parsed.success) return { line, building: parsed.data }
  const { fieldErrors } = z.flattenError(parsed.error)
  return {
    line,
    reason: Object.values(fieldErrors)
      .flatMap(([first = '']) => first)
      .join('; '),
  }
}

const quoting: Partial<Record<CsvErrorCode, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is never closed',
  CSV_MAX_RECORD_SIZE: 'has a quote that is never closed, or a line that is too long',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quote',
  INVALID_OPENING_QUOTE: 'has a quote in the middle of a field',
}

const unreadable: Record<string, string> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder, not a file',
  EACCES: 'may not be read by this user',
  ENOTDIR: 'does not exist',
  ENAMETOOLONG: 'does not exist',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'is not UTF-8 text: save it as "CSV UTF-8"',
}

function brokenFile(error: unknown): FileError | undefined {
  if (error instanceof CsvError) {
    const line = 'lines' in error && typeof error.lines === 'number' ? ` (line ${error.lines})` : ''
    return new FileError(`${quoting[error.code] ?? 'is not a well-formed CSV file'}${line}`, { cause: error })
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = unreadable[code]
  return reason === undefined ? undefined : new FileError(reason, { cause: error })
}
