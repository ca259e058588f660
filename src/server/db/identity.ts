import pg from 'pg'
import { powersOf, type Viewer } from '../../domain/viewer.ts'

/** The database role of a transaction, and the stoop.* settings that the row rules read. */
export type Identity = { role: 'stoop_viewer' | 'stoop_system'; settings: Record<string, string> }

export const SYSTEM: Identity = { role: 'stoop_system', settings: {} }

/** The settings of a viewer, by name (database/repeatable/policies.sql). */
export function settingsOf(viewer: Viewer | null) {
  return {
    viewer_id: viewer?.id ?? '',
    viewer_kind: viewer?.kind ?? 'anonymous',
    building_id: viewer?.kind === 'resident' ? viewer.building_id : '',
    // The row rules know servers of earlier versions, which give every resident the same powers, by the missing word.
    powers: [...(viewer?.kind === 'resident' ? ['by_office'] : []), ...powersOf(viewer)].join(),
    vendor_id: viewer?.kind === 'vendor' ? viewer.vendor_id : '',
    employer_id: viewer?.kind === 'crew' ? viewer.vendor_id : '',
  }
}

export function identityOf(viewer: Viewer | null): Identity {
  return { role: 'stoop_viewer', settings: settingsOf(viewer) }
}

/** The SQL that sets this identity for the rest of a transaction. */
export function setLocal({ role, settings }: Identity): string {
  const each = Object.entries(settings).map(
    ([name, value]) => `set local stoop.${name} = ${pg.escapeLiteral(value)}`,
  )
  return [`set local role ${role}`, ...each].join('; ')
}
