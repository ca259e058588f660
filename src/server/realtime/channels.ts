import type { Stream } from '../../domain/event-kind.ts'
import { entryOf } from '../../domain/events.ts'
import type { Viewer } from '../../domain/viewer.ts'

/** An event as the database announces it: enough to know who hears of it and what to refresh, never what changed. */
export type Notice = {
  id: number
  /** Maybe one that only a newer version of the portal knows. */
  kind: string
  building_id: string | null
  vendor_id: string | null
  subject: string | null
}

/** Every event, for jobs. */
export const ALL = 'all'

const EVERY_STREAM: readonly Stream[] = ['building', 'vendor', 'crew', 'subject']

/** Where a notice is published. An unknown kind goes to all that it names. */
export function channelsOf(notice: Notice): string[] {
  const { kind, building_id, vendor_id, subject } = notice
  const ids = { building: building_id, vendor: vendor_id, crew: vendor_id, subject }
  const concerns = entryOf(kind)?.concerns ?? EVERY_STREAM
  const named = concerns.flatMap((stream) => (ids[stream] ? [`${stream}:${ids[stream]}`] : []))
  return [ALL, 'admin', ...named]
}

/** What a viewer subscribes to. */
export function channelsFor(viewer: Viewer): string[] {
  const own = `subject:${viewer.id}`
  if (viewer.kind === 'resident') return [own, `building:${viewer.building_id}`]
  if (viewer.kind === 'vendor') return [own, `vendor:${viewer.vendor_id}`]
  if (viewer.kind === 'crew') return [own, `crew:${viewer.vendor_id}`]
  return viewer.kind === 'admin' ? [own, 'admin'] : [own]
}

/** Whether this viewer's browser gets its next session with the answer to the call that a notice tells of. */
export function replacesSession({ kind, subject }: Notice, viewer: Viewer): boolean {
  return subject === viewer.id && entryOf(kind)?.replacesSession === true
}

/** Whether a notice changes what this viewer may see: their stream then ends, and reopens under the new rules. */
export function endsStream({ kind, subject }: Notice, viewer: Viewer): boolean {
  const entry = entryOf(kind)
  return subject === viewer.id && (entry === undefined || entry.changesAccess === true)
}
