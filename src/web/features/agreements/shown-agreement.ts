import type { inferOutput } from '@trpc/tanstack-react-query'
import type { trpc } from '../../api.ts'

export type ShownAgreement = inferOutput<typeof trpc.agreements.get>
