import type { ColumnType } from 'kysely'
import type { ScopeLine, ScopeQuestion } from '../../domain/services/scope.ts'

// Read as values, written as JSON text: the driver takes a list for a PostgreSQL array.

export type ScopeColumn = ColumnType<ScopeLine[], string | undefined, string>
export type ScopeFormColumn = ColumnType<ScopeQuestion[], string | undefined, string>
