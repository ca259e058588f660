import type { inferInput, inferOutput } from '@trpc/tanstack-react-query'
import type { trpc } from '../../api.ts'

export type DocumentList = inferOutput<typeof trpc.documents.list>
export type BuildingDocument = DocumentList['documents'][number]

/** Which part of the list is on the screen: the input of its query. */
export type DocumentsShown = NonNullable<inferInput<typeof trpc.documents.list>>

/** The names of the list's search and page in the address. */
export const SEARCH_PARAMETER = 'documents'
export const PAGE_PARAMETER = 'documents_page'

/** What an address without a search shows. */
export const FIRST_DOCUMENTS: DocumentsShown = { page: 1, search: null }
