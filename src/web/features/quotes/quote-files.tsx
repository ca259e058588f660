import { useQuery } from '@tanstack/react-query'
import { QUOTE_MESSAGES } from '../../../domain/quotes/messages.ts'
import { canPrice } from '../../../domain/quotes/quote.ts'
import { MAX_QUOTE_FILES } from '../../../domain/quotes/terms.ts'
import { trpc } from '../../api.ts'
import { type FilePlace, SentFiles } from '../../ui/sent-files.tsx'
import type { VendorQuote } from './quote-text.ts'

const placeOf = (quote: string): FilePlace => ({
  address: (file) => `/api/quote-files?${new URLSearchParams({ quote, ...file })}`,
  added: 'quote_file_added',
  removed: 'quote_file_removed',
  failed: QUOTE_MESSAGES.fileFailed,
  removeFailed: QUOTE_MESSAGES.fileRemoveFailed,
})

/** The files of a vendor's quote; added and removed while it is open. Product 2.4 */
export function QuoteFiles({ quote: { id, state } }: { quote: Pick<VendorQuote, 'id' | 'state'> }) {
  const files = useQuery(trpc.quotes.files.queryOptions({ id }))
  return (
    <SentFiles
      title="Files of your quote"
      add="Add files to your quote"
      sent={files}
      place={placeOf(id)}
      most={MAX_QUOTE_FILES}
      tooMany={`A quote has at most ${MAX_QUOTE_FILES} files.`}
      open={canPrice(state)}
    />
  )
}
