import type { inferOutput } from '@trpc/tanstack-react-query'
import type { trpc } from '../../api.ts'

export type DocumentList = inferOutput<typeof trpc.documents.list>
export type BuildingDocument = DocumentList['documents'][number]
