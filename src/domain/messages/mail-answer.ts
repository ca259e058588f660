import { LIMITS } from '../limits.ts'

/** Stands in each mail that can be answered. What an answer quotes begins here. */
export const ANSWER_LINE = '— Write your answer above this line —'

/** Mails that programs send by themselves. An answer to one would come back. RFC 3834 */
export function isAutomatic(header: (name: string) => string | undefined): boolean {
  const submitted = header('auto-submitted')?.trim().toLowerCase()
  if (submitted !== undefined && submitted !== 'no') return true
  if (header('x-autoreply') !== undefined || header('x-autorespond') !== undefined) return true
  if (header('return-path')?.trim() === '<>') return true
  return /^(bulk|junk|auto_reply)$/i.test(header('precedence')?.trim() ?? '')
}

/** What of an answer was written now: the text above the line, without a quoting program's last words before it. Product 2.10 */
export function aboveLine(text: string): string {
  const at = text.indexOf(ANSWER_LINE)
  return at < 0 ? text : text.slice(0, at).replace(/[>\s]+$/, '')
}

/** As much of an answer as a message holds, and whether that was all. */
export function fittingWords(words: string): { words: string; isWhole: boolean } {
  const isWhole = words.length <= LIMITS.message
  return { words: isWhole ? words : `${words.slice(0, LIMITS.message - 1)}…`, isWhole }
}
