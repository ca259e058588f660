import { sql } from 'kysely'
import { addDays, type CalendarDate } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { ScopeLine } from '../../../domain/services/scope.ts'
import {
  type checkIn,
  type FinishVisit,
  type finish,
  KEPT_DAYS,
  type setOff,
} from '../../../domain/visits/attendance.ts'
import type { PhotoSubject } from '../../../domain/visits/photo.ts'
import type { Tx } from '../../db/pool.ts'
import { requirementsOfWork } from '../compliance/requirements.db.ts'
import { claimOf } from './claims.db.ts'
import { assigneeForVendor, justCompleted, lockVisit, onTheWayAt, serviceName } from './db.ts'
import { disputeOf, doneAt } from './disputes.db.ts'

/** What was agreed of the scope, for the visit's vendor and the crew member that it is assigned to. Product 2.1 */
const scopeForVendor = sql<ScopeLine[] | null>`case when viewer_crew() is null
  then agreed_scope(request_rounds.scope, service_quotes.lines, service_quotes.chosen)
  else (select scope from assigned_work(appointments.id)) end`

/**
 * A vendor's stops of a day that the viewer sees, by their hours, and those of the days before at which somebody still is.
 * Without any price: this is what crew sees. Product 1.4, 1.8
 */
export const stopsOfDay = (tx: Tx, { vendorId, date }: { vendorId: string; date: CalendarDate }) =>
  tx
    .selectFrom('appointments')
    .innerJoin('vendor_profiles', 'vendor_profiles.id', 'appointments.vendor_id')
    .innerJoin('buildings', 'buildings.id', 'appointments.building_id')
    .leftJoin('service_quotes', 'service_quotes.id', 'appointments.service_quote_id')
    .leftJoin('service_types', 'service_types.id', 'service_quotes.service_type_id')
    .leftJoin('request_rounds', (join) =>
      join
        .onRef('request_rounds.building_service_id', '=', 'service_quotes.building_service_id')
        .onRef('request_rounds.round', '=', 'service_quotes.round'),
    )
    .leftJoin('attendances', 'attendances.appointment_id', 'appointments.id')
    .leftJoin('visit_claims', 'visit_claims.appointment_id', 'appointments.id')
    .where('appointments.vendor_id', '=', vendorId)
    .where('scheduled_date', '<=', date)
    .where('scheduled_date', '>=', addDays(date, -KEPT_DAYS))
    .where((visit) =>
      visit.or([
        visit('scheduled_date', '=', date),
        visit.and([visit('appointments.status', '=', 'confirmed'), visit('checked_in_at', 'is not', null)]),
      ]),
    )
    .select(['appointments.id', 'scheduled_date', 'scheduled_time', 'appointments.status', 'window_minutes'])
    .select(['appointments.vendor_id', 'appointments.building_id', 'company_name', serviceName.as('name')])
    .select(['buildings.address', 'buildings.city', 'buildings.state', 'buildings.zip_code'])
    .select(
      sql<string>`case when viewer_crew() is null then request_rounds.description
        else (select description from assigned_work(appointments.id)) end`.as('description'),
    )
    .select([scopeForVendor.as('scope'), requirementsOfWork.as('requirements')])
    .select(['checked_in_at', 'finished_at', 'attendances.note', onTheWayAt, justCompleted])
    .select(['claimed_at', 'visit_claims.answer as claim_answer'])
    .select(assigneeForVendor)
    // That there are any, and since when; what they say only by access.look.
    .select(sql<Date | null>`access_notes_at(appointments.id)`.as('access_notes_at'))
    .orderBy('scheduled_date')
    .orderBy('scheduled_time')
    .orderBy('appointments.id')
    .execute()

/** The scope of one visit, for its vendor. */
export async function scopeOfVisit(tx: Tx, id: string): Promise<ScopeLine[]> {
  const visit = await tx
    .selectFrom('appointments')
    .leftJoin('service_quotes', 'service_quotes.id', 'appointments.service_quote_id')
    .leftJoin('request_rounds', (join) =>
      join
        .onRef('request_rounds.building_service_id', '=', 'service_quotes.building_service_id')
        .onRef('request_rounds.round', '=', 'service_quotes.round'),
    )
    .where('appointments.id', '=', id)
    .select(scopeForVendor.as('scope'))
    .executeTakeFirst()
  return visit?.scope ?? []
}

/** What its vendor needs on a visit's day. Product 2.6 */
export async function requirementsOfVisit(tx: Tx, id: string) {
  const visit = await tx
    .selectFrom('appointments')
    .where('id', '=', id)
    .select(requirementsOfWork.as('requirements'))
    .executeTakeFirst()
  return visit?.requirements ?? null
}

/** The photos of visits, each visit's first one first. */
export const photosOf = (tx: Tx, visits: string[]) =>
  tx
    .selectFrom('visit_photos')
    .where('appointment_id', '=', sql<string>`any (${visits}::uuid[])`)
    .orderBy('added_at')
    .orderBy('id')
    .select(['id', 'appointment_id', 'shows', sql<string>`'/' || file_path`.as('url')])
    .execute()

/** Visits, each with its photos. */
export async function withPhotos<V extends { id: string }>(tx: Tx, visits: V[]) {
  const photos = await photosOf(
    tx,
    visits.map((visit) => visit.id),
  )
  return visits.map((visit) => ({
    ...visit,
    photos: photos.filter(({ appointment_id }) => appointment_id === visit.id),
  }))
}

/** What was recorded of a visit that the viewer sees; somebody else's is not found. */
export async function readProof(tx: Tx, id: string) {
  const proof = await tx
    .selectFrom('appointments as a')
    .innerJoin('service_quotes as q', 'q.id', 'a.service_quote_id')
    .innerJoin('request_rounds as r', (join) =>
      join.onRef('r.building_service_id', '=', 'q.building_service_id').onRef('r.round', '=', 'q.round'),
    )
    .innerJoin('service_types as t', 't.id', 'q.service_type_id')
    .innerJoin('vendor_profiles as v', 'v.id', 'a.vendor_id')
    .leftJoin('attendances as h', 'h.appointment_id', 'a.id')
    .leftJoin('visit_claims as c', 'c.appointment_id', 'a.id')
    .leftJoin('visit_disputes as d', 'd.appointment_id', 'a.id')
    .where('a.id', '=', id)
    .select(['a.building_id', 'a.scheduled_date', 'a.scheduled_time', 'a.status', 't.name', 'v.company_name'])
    .select(['a.checked_in_at', 'h.check_in_received_at', 'h.finished_at', 'h.finish_received_at'])
    .select(['h.ticked', 'h.note', 'h.place', 'h.accuracy_meters', 'h.checked_in_name', 'h.finished_name'])
    .select([
      'a.vendor_id',
      'd.words as dispute',
      'd.opened_at',
      'd.answer as dispute_answer',
      'd.outcome',
      'd.settled_at',
    ])
    .select(sql<ScopeLine[]>`agreed_scope(r.scope, q.lines, q.chosen)`.as('scope'))
    .select(doneAt)
    .select(['c.words', 'c.claimed_at', 'c.answer as claim_answer', 'c.answered_at', 'c.refusal'])
    .executeTakeFirst()
  if (!proof) throw new DomainError('not_found')
  return proof
}

/** A visit under a lock, and what was recorded of it so far. */
export async function lockAttendance(tx: Tx, id: string) {
  const visit = await lockVisit(tx, id)
  // After the lock: a join of the same statement would read the row as it was before.
  const so_far = await tx
    .selectFrom('attendances')
    .innerJoin('appointments', 'appointments.id', 'appointment_id')
    .where('appointment_id', '=', id)
    .select(['finished_at', onTheWayAt])
    .executeTakeFirst()
  return {
    ...visit,
    on_the_way_at: so_far?.on_the_way_at ?? null,
    finished_at: so_far?.finished_at ?? null,
    ...(await claimOf(tx, id)),
    ...(await disputeOf(tx, id)),
  }
}

type LockedVisit = Awaited<ReturnType<typeof lockAttendance>>
type ByPerson = { person: string }

const ofVisit = ({ id: appointment_id, building_id, vendor_id }: LockedVisit) => ({
  appointment_id,
  building_id,
  vendor_id,
})

export async function saveSetOff(
  tx: Tx,
  visit: LockedVisit,
  gone: NonNullable<ReturnType<typeof setOff>>,
): Promise<void> {
  await tx
    .insertInto('attendances')
    .values({ ...ofVisit(visit), ...gone })
    .onConflict((conflict) => conflict.column('appointment_id').doUpdateSet(gone))
    .execute()
}

export async function saveCheckIn(
  tx: Tx,
  visit: LockedVisit,
  { checked_in_at, check_in_received_at, person }: NonNullable<ReturnType<typeof checkIn>> & ByPerson,
): Promise<void> {
  // A missed one was held after all; one that was marked completed meanwhile stays so.
  const status = visit.status === 'missed' ? 'confirmed' : visit.status
  await tx.updateTable('appointments').set({ checked_in_at, status }).where('id', '=', visit.id).execute()
  const begun = { checked_in_by: person, check_in_received_at }
  await tx
    .insertInto('attendances')
    .values({ ...ofVisit(visit), ...begun })
    .onConflict((conflict) => conflict.column('appointment_id').doUpdateSet(begun))
    .execute()
}

type Finish = NonNullable<ReturnType<typeof finish>> &
  Pick<FinishVisit, 'note' | 'ticked' | 'place'> &
  ByPerson

export async function saveFinish(
  tx: Tx,
  visit: LockedVisit,
  { place, person, ...finished }: Finish,
): Promise<void> {
  await tx
    .updateTable('attendances')
    .set({
      ...finished,
      finished_by: person,
      place: place && sql`point(${place.longitude}::float8, ${place.latitude}::float8)`,
      accuracy_meters: place?.accuracy_meters,
    })
    .where('appointment_id', '=', visit.id)
    .execute()
}

/** A visit that is not done after all; the check-in and the photos stay. */
export async function removeFinish(tx: Tx, visitId: string): Promise<void> {
  const none = { finished_by: null, finished_at: null, finish_received_at: null, note: null, ticked: null }
  await tx
    .updateTable('attendances')
    .set({ ...none, place: null, accuracy_meters: null })
    .where('appointment_id', '=', visitId)
    .execute()
}

/** How many photos a visit has that show this. */
export async function countPhotos(tx: Tx, visitId: string, shows: PhotoSubject): Promise<number> {
  const { count } = await tx
    .selectFrom('visit_photos')
    .where('appointment_id', '=', visitId)
    .where('shows', '=', shows)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type AddedPhoto = { id: string; shows: PhotoSubject; file_path: string; file_size: number; added_by: string }

/** False if this photo was added before. */
export async function addPhoto(tx: Tx, visit: LockedVisit, photo: AddedPhoto): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('visit_photos')
    .values({ ...ofVisit(visit), ...photo })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** A photo that the viewer sees, and its visit; undefined for somebody else's. */
export const findPhoto = (tx: Tx, id: string) =>
  tx
    .selectFrom('visit_photos')
    .where('id', '=', id)
    .select(['appointment_id', 'file_path', 'shows'])
    .executeTakeFirst()

export async function deletePhoto(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('visit_photos').where('id', '=', id).execute()
}
