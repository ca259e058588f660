import { formatNumber } from '../../domain/number.ts'

/** What is wrong with a text above its limit; null if it is not. It stays as it was typed or pasted: nothing is cut. */
export function tooLong(subject: string, text: string, most: number): string | null {
  const { length } = text
  if (length <= most) return null
  return `${subject} can have at most ${formatNumber(most)} characters. Yours has ${formatNumber(length)}.`
}
