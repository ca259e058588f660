import type { Slot } from '../../ui/sections.tsx'
import type { StopOfDay } from './shown-stop.ts'

/** What tells whether a visit's access notes may be shown, and since when they are as they are. */
export type VisitWithNotes = Pick<
  StopOfDay,
  'id' | 'status' | 'scheduled_date' | 'scheduled_time' | 'vendor_id' | 'building_id' | 'access_notes_at'
>

/** In each stop of the day, above its large button. */
export const belowStop: Slot<{ stop: VisitWithNotes }> = { screen: '/vendor/today' }
