import { LIMITS } from '../limits.ts'

/** Stands in each mail that can be answered. What an answer quotes begins here. */
export const ANSWER_LINE = '— Write your answer above this line —'

/** Days after a mail was sent in which it can be answered. */
export const ANSWER_DAYS = 90

/** Mails that programs send by themselves, and mails of lists. An answer to one would come back. RFC 3834 */
export function isAutomatic(header: (name: string) => string | undefined): boolean {
  const of = (name: string) => header(name)?.trim().toLowerCase()
  const submitted = of('auto-submitted')
  if (submitted !== undefined && submitted !== 'no') return true
  if (['x-autoreply', 'x-autorespond', 'list-id'].some((name) => of(name) !== undefined)) return true
  if (of('return-path') === '<>' || of('content-type')?.startsWith('multipart/report')) return true
  return ['bulk', 'junk', 'list', 'auto_reply'].includes(of('precedence') ?? '')
}

/** Lines with which mail programs begin a quotation, when it has no mark of its own. */
const BEGINS_QUOTATION = ['-----original message-----', '________________________________']
/** A program's last words before a quotation have so many lines at most: 'On Friday, … <…> wrote:'. */
const ATTRIBUTION_LINES = 3

/**
 * What of an answer was written now: the text above the line and above a signature, without the marks of the quotation in which the
 * line stands, and without the words that lead to it. In time that grows with the text. Product 2.10
 */
export function writtenNow(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const until = lines.findIndex(
    (line) => line.includes(ANSWER_LINE) || BEGINS_QUOTATION.includes(line.trim().toLowerCase()),
  )
  const above = withoutEnd(until < 0 ? lines : lines.slice(0, until))
  const own = until < 0 ? above : withoutAttribution(above)
  const signature = own.findIndex((line) => line === '-- ' || line === '--')
  return withoutEnd(signature < 0 ? own : own.slice(0, signature))
    .join('\n')
    .trim()
}

/** Lines without those at the end that are blank or only quoted. */
function withoutEnd(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '' && !line.trimStart().startsWith('>'))
  return lines.slice(0, last + 1)
}

/** Without a last paragraph of few lines that ends with a colon or is a mail's head. */
function withoutAttribution(lines: readonly string[]): readonly string[] {
  const begins = lines.findLastIndex((line) => line.trim() === '') + 1
  const paragraph = lines.slice(begins)
  const isAttribution = paragraph.length <= ATTRIBUTION_LINES && lines.at(-1)?.trimEnd().endsWith(':')
  const isHead = /^\W{0,3}From:/.test(paragraph[0] ?? '')
  return isAttribution || isHead ? withoutEnd(lines.slice(0, begins)) : lines
}

/** As much of an answer as a message holds, and whether that was all. */
export function fittingWords(words: string): { words: string; isWhole: boolean } {
  if (words.length <= LIMITS.message) return { words, isWhole: true }
  const cut = words.slice(0, LIMITS.message - 1)
  // Not half of a character of two units.
  return { words: `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`, isWhole: false }
}
