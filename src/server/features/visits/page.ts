import { wholeNumber } from '../../../domain/text.ts'

/** Visits on a page. */
export const PAGE_SIZE = 20

/** The input that says which page. */
export const pageNumber = wholeNumber('Page', 1, 100_000)

/** The rows of a page. */
export const rowsOf = (number: number) => ({ limit: PAGE_SIZE, offset: (number - 1) * PAGE_SIZE })
