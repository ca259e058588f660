import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { id } from '../text.ts'
import { canPrice, quoteState } from './quote.ts'
import { MAX_QUOTE_FILES } from './terms.ts'

/** What an upload's address says: the quote, the file's own id, which the browser chose, and its name. */
export const NewQuoteFile = z.strictObject({ quote: id, id, name: z.string().default('') })

type Stated = Parameters<typeof quoteState>[0]

/** Throws DomainError 'quote_not_open' for the files of a quote that is decided. Product 2.4 */
export function requireFilesOpen(quote: Stated): void {
  if (!canPrice(quoteState(quote)))
    throw new DomainError('quote_not_open', 'this quote can no longer be changed')
}

/** The same, and 'conflict' when the quote has five files already. */
export function requireQuoteFile(quote: Stated, files: number): void {
  requireFilesOpen(quote)
  if (files >= MAX_QUOTE_FILES)
    throw new DomainError('conflict', `a quote has at most ${MAX_QUOTE_FILES} files`)
}
