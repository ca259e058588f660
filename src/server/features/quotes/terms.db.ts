import { type QuoteTerms, TERMS } from '../../../domain/quotes/terms.ts'

/** The columns of a quote's terms, of the table `q`. */
export const termsOfQuote = TERMS.map((column) => `q.${column}` as const)

/** Terms as they are written. */
export function writtenTerms({ lines, extras, ...terms }: QuoteTerms) {
  return { ...terms, lines: JSON.stringify(lines), extras: JSON.stringify(extras) }
}
