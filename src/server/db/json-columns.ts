import type { ColumnType } from 'kysely'
import type { KeptOffer } from '../../domain/awards/award.ts'
import type { QuoteTerms } from '../../domain/quotes/terms.ts'
import type { ScopeLine, ScopeQuestion } from '../../domain/services/scope.ts'
import type { VoteResult } from '../../domain/votes/tally.ts'

// Read as values, written as JSON text: the driver takes a list for a PostgreSQL array.

export type ScopeColumn = ColumnType<ScopeLine[], string | undefined, string>
export type ScopeFormColumn = ColumnType<ScopeQuestion[], string | undefined, string>
export type LinesColumn = ColumnType<QuoteTerms['lines'], string | undefined, string>
export type ExtrasColumn = ColumnType<QuoteTerms['extras'], string | undefined, string>
export type OfferColumn = ColumnType<KeptOffer, string, string>
export type VoteResultColumn = ColumnType<VoteResult | null, string | null | undefined, string | null>
export type ChoicesColumn = ColumnType<string[][] | null, string | null | undefined, string | null>
