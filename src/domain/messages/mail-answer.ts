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

/** Without the last lines that say who wrote when, up to a colon, and without a last paragraph that is a mail's head. */
function withoutAttribution(lines: readonly string[]): readonly string[] {
  const begins = lines.findLastIndex((line) => line.trim() === '') + 1
  if (/^\W{0,3}From:/.test(lines[begins] ?? '')) return withoutEnd(lines.slice(0, begins))
  if (!lines.at(-1)?.trimEnd().endsWith(':')) return lines
  const from = Math.max(begins, lines.length - ATTRIBUTION_LINES)
  const last = lines.slice(from)
  const dated = last.findLastIndex((line) => /^\W{0,3}On\b.*\d/.test(line))
  const first = dated < 0 ? last.findIndex((line) => /<[^<>\s]+@[^<>\s]+>/.test(line)) : dated
  return first < 0 ? lines : withoutEnd(lines.slice(0, from + first))
}

/** As much of an answer as a message holds, and whether that was all. */
export function fittingWords(words: string): { words: string; isWhole: boolean } {
  if (words.length <= LIMITS.message) return { words, isWhole: true }
  const cut = words.slice(0, LIMITS.message - 1)
  // Not half of a character of two units.
  return { words: `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`, isWhole: false }
}
