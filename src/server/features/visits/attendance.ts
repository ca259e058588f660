import { z } from 'zod'
import { type CalendarDate, today } from '../../../domain/calendar.ts'
import { requireCompliance, withMissing } from '../../../domain/compliance/requirement.ts'
import { checklistOf, type ScopeLine, scopeTexts } from '../../../domain/services/scope.ts'
import { id } from '../../../domain/text.ts'
import type { CrewViewer, VendorViewer } from '../../../domain/viewer.ts'
import {
  CheckIn,
  checkIn,
  FinishVisit,
  finish,
  minutesOnSite,
  SetOff,
  setOff,
  tapOf,
} from '../../../domain/visits/attendance.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { openTo } from '../../rpc/procedure.ts'
import {
  countPhotos,
  lockAttendance,
  photosOf,
  readProof,
  requirementsOfVisit,
  saveCheckIn,
  saveFinish,
  saveSetOff,
  scopeOfVisit,
  stopsOfDay,
  withPhotos,
} from './attendance.db.ts'
import { saveVisit } from './db.ts'
import { ratingsOf } from './ratings.db.ts'
import { visitEvent } from './visit-event.ts'

/** The procedures of a vendor at work, and of what proves it. Product 1.4 */
export const attendance = {
  /** Today's stops of a vendor, by their hours, with their photos, and those of the last days at which somebody still is. */
  today: openTo('vendor', 'crew').query(async ({ ctx: { tx, viewer, now, config } }) => {
    const date = today(now(), config.timeZone)
    const stops = await stopsOfDay(tx, { vendorId: viewer.vendor_id, date })
    return { date, stops: (await withPhotos(tx, stops)).map((stop) => withMissing(withWork(stop), date)) }
  }),

  /** When somebody came, for how long, the note, the photos, and what the building says of it. */
  proof: openTo('resident', 'vendor', 'admin')
    .input(z.strictObject({ id }))
    .query(async ({ ctx: { tx }, input }) => {
      const { scope, ticked, ...proof } = await readProof(tx, input.id)
      return {
        ...proof,
        checklist: ticked ? checklistOf(scope).map((task) => ({ task, is_done: ticked.includes(task) })) : [],
        photos: await photosOf(tx, [input.id]),
        ratings: await ratingsOf(tx, input.id),
      }
    }),

  setOff: openTo('vendor', 'crew')
    .input(SetOff)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input }) => {
      const { visit, event } = await lock(tx, viewer, input.id)
      const begun = setOff(viewer, visit, tapOf(input.at, now(), config.timeZone))
      if (!begun) return
      await saveSetOff(tx, visit, begun)
      await record(tx, { ...event, kind: 'visit_on_the_way' })
    }),

  checkIn: openTo('vendor', 'crew')
    .input(CheckIn)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input }) => {
      const { visit, event } = await lock(tx, viewer, input.id)
      const tap = tapOf(input.at, now(), config.timeZone)
      const begun = checkIn(viewer, visit, tap)
      if (!begun) return
      await requireVendorCompliance(tx, visit, tap.today)
      await saveCheckIn(tx, visit, { ...begun, person: viewer.id })
      await record(tx, { ...event, kind: 'visit_checked_in' })
    }),

  finish: openTo('vendor', 'crew')
    .input(FinishVisit)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input }) => {
      const { visit, event } = await lock(tx, viewer, input.id)
      const { at, note, place } = input
      const tasks = checklistOf(await scopeOfVisit(tx, input.id))
      const ticked = input.ticked && tasks.filter((task) => input.ticked?.includes(task))
      const done = finish(viewer, visit, tapOf(at, now(), config.timeZone))
      if (!done) return
      await saveFinish(tx, visit, { ...done, note, ticked, place, person: viewer.id })
      // It may have been marked completed in the office.
      const completed_before = visit.status !== 'confirmed'
      if (!completed_before) await saveVisit(tx, visit.id, { status: 'completed' })
      const minutes = minutesOnSite(visit.checked_in_at ?? done.finished_at, done.finished_at)
      const photos = await countPhotos(tx, visit.id, 'visit')
      const late_minutes = minutesOnSite(done.finished_at, now())
      const data = { ...event.data, minutes, photos, note, completed_before, late_minutes }
      await record(tx, { ...event, kind: 'visit_finished', data })
    }),
}

/** Throws DomainError 'conflict' if its vendor lacks a document on the visit's day. Product 2.6 */
export async function requireVendorCompliance(
  tx: Tx,
  visit: { id: string; scheduled_date: CalendarDate },
  today: CalendarDate,
): Promise<void> {
  const requirements = await requirementsOfVisit(tx, visit.id)
  requireCompliance(requirements, { day: visit.scheduled_date, today, who: 'your company lacks' })
}

/** A stop with what is to be done there in words, and to tick. */
function withWork<S extends { scope: ScopeLine[] | null }>({ scope, ...stop }: S) {
  return { ...stop, scope: scopeTexts(scope ?? []), checklist: checklistOf(scope ?? []) }
}

/** The visit under a lock, with what was recorded of it, and what to record now. */
async function lock(tx: Tx, viewer: VendorViewer | CrewViewer, visitId: string) {
  const visit = await lockAttendance(tx, visitId)
  return { visit, event: visitEvent(viewer, visit) }
}
