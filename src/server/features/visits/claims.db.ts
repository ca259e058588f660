import { sql } from 'kysely'
import { type CalendarDate, cityTime, today } from '../../../domain/calendar.ts'
import { KEPT_DAYS } from '../../../domain/visits/attendance.ts'
import {
  ANSWER_DAYS,
  type ClaimAnswer,
  LOOK_BACK_DAYS,
  MISSED_MINUTES,
} from '../../../domain/visits/missed.ts'
import type { Tx } from '../../db/pool.ts'
import { type PageRange, statement } from '../../db/statement.ts'
import { lockVisit, plannedVisits, type VisitsOf } from './db.ts'

/** What its vendor says of a missed visit, and how the building answered; nulls without a claim. */
export async function claimOf(tx: Tx, visitId: string) {
  const claim = await tx
    .selectFrom('visit_claims')
    .where('appointment_id', '=', visitId)
    .select(['claimed_at', 'answer as claim_answer'])
    .executeTakeFirst()
  return claim ?? { claimed_at: null, claim_answer: null }
}

/** A visit under a lock, and its claim. */
export async function lockClaim(tx: Tx, visitId: string) {
  const visit = await lockVisit(tx, visitId)
  // After the lock: a join of the same statement would read the claim as it was before.
  return { ...visit, ...(await claimOf(tx, visitId)) }
}

type Missed = { id: string; from: CalendarDate }

const missedOf = (of: VisitsOf) => ({
  /** Missed visits from a day on that are not answered, and open claims, the first one first. */
  page: statement((db, { id, from, limit, offset }: Missed & PageRange) =>
    plannedVisits(db)
      .where(`appointments.${of}`, '=', id)
      .where('appointments.status', '=', 'missed')
      .where('visit_claims.answer', 'is', null)
      .where((visit) => visit.or([visit('scheduled_date', '>=', from), visit('claimed_at', 'is not', null)]))
      .select('visit_claims.words')
      .limit(limit)
      .offset(offset),
  ),
  count: statement((db, { id, from }: Missed) =>
    db
      .selectFrom('appointments as a')
      .leftJoin('visit_claims as c', 'c.appointment_id', 'a.id')
      .where(`a.${of}`, '=', id)
      .where('a.status', '=', 'missed')
      .where('c.answer', 'is', null)
      .where((visit) =>
        visit.or([visit('a.scheduled_date', '>=', from), visit('c.claimed_at', 'is not', null)]),
      )
      .select(({ fn }) => fn.countAll<number>().as('total')),
  ),
})

/** Missed visits of one building or one vendor. */
export const missed = { building_id: missedOf('building_id'), vendor_id: missedOf('vendor_id') }

type Claimed = Awaited<ReturnType<typeof lockClaim>>

type NewClaim = { words: string; person: string; claimed_at: Date }

export async function addClaim(tx: Tx, visit: Claimed, { person, ...claim }: NewClaim): Promise<void> {
  const { id: appointment_id, building_id, vendor_id } = visit
  await tx
    .insertInto('visit_claims')
    .values({ appointment_id, building_id, vendor_id, ...claim, claimed_by: person })
    .execute()
}

type ClaimReply = {
  answer: NonNullable<ClaimAnswer>
  refusal: string | null
  person: string
  answered_at: Date
}

/** Saves the building's answer. One that counts completes the visit, by a trigger. */
export async function saveAnswer(tx: Tx, visitId: string, { person, ...answer }: ClaimReply): Promise<void> {
  await tx
    .updateTable('visit_claims')
    .set({ ...answer, answered_by: person })
    .where('appointment_id', '=', visitId)
    .execute()
}

/** What an event says of a visit. */
export type Told = {
  id: string
  building_id: string
  vendor_id: string
  service: string
  company_name: string
  scheduled_date: CalendarDate
  scheduled_time: string
}
type ToldMissed = Told & { begun: boolean }

type TakeUp = { now: Date; timeZone: string; limit: number }

/**
 * Marks visits missed at which nobody checked in until two hours after their window, and returns them. One that was booked
 * when its hour had come has until the end of its day, and one that was begun until no phone can send its end any more.
 */
export async function markMissed(tx: Tx, { now, timeZone, limit }: TakeUp): Promise<ToldMissed[]> {
  const { date, time } = cityTime(now, timeZone)
  const { rows } = await sql<ToldMissed>`
    with late as (
      select id from appointments
      where status = 'confirmed' and (checked_in_at is not null and scheduled_date < ${date}::date - ${KEPT_DAYS}::int or checked_in_at is null
        and scheduled_date between ${date}::date - ${LOOK_BACK_DAYS}::int and ${date}
        and scheduled_date + scheduled_time + make_interval(mins => coalesce(window_minutes, 0) + ${MISSED_MINUTES})
          <= ${`${date} ${time}`}::timestamp
        and (scheduled_date < ${date} or created_at at time zone ${timeZone} < scheduled_date + scheduled_time))
      order by id limit ${limit} for update skip locked),
    missed as (
      update appointments a set status = 'missed' from late where a.id = late.id returning a.*)
    select m.id, m.building_id, m.vendor_id, t.name as service, v.company_name, m.scheduled_date, m.scheduled_time,
      m.checked_in_at is not null as begun
    from missed m
      join service_quotes q on q.id = m.service_quote_id
      join service_types t on t.id = q.service_type_id
      join vendor_profiles v on v.id = m.vendor_id
    order by m.id`.execute(tx)
  return rows
}

/**
 * Lets claims count that nobody answered for a week, by the city's days, and returns their visits. The trigger that completes
 * each visit changes its service: that is locked here, where nothing waits, so that two servers can't wait for each other.
 */
export async function acceptUnanswered(tx: Tx, { now, timeZone, limit }: TakeUp): Promise<Told[]> {
  const { rows } = await sql<Told>`
    with due as (
      select c.appointment_id from visit_claims c join appointments a on a.id = c.appointment_id
        join building_services s on s.id = a.building_service_id
      where c.answer is null and (c.claimed_at at time zone ${timeZone})::date <= ${today(now, timeZone)}::date - ${ANSWER_DAYS}::int
      order by c.appointment_id limit ${limit}
      for update of a, c skip locked for no key update of s skip locked),
    counted as (
      update visit_claims c set answer = 'unanswered', answered_at = ${now} from due
      where c.appointment_id = due.appointment_id returning c.appointment_id)
    select a.id, a.building_id, a.vendor_id, t.name as service, v.company_name, a.scheduled_date, a.scheduled_time
    from counted c
      join appointments a on a.id = c.appointment_id
      join service_quotes q on q.id = a.service_quote_id
      join service_types t on t.id = q.service_type_id
      join vendor_profiles v on v.id = a.vendor_id
    order by a.id`.execute(tx)
  return rows
}
