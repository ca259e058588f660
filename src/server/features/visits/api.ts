import { z } from 'zod'
import { cityTime, today } from '../../../domain/calendar.ts'
import { withMissing } from '../../../domain/compliance/requirement.ts'
import { DomainError } from '../../../domain/errors.ts'
import { calendarMonth } from '../../../domain/month.ts'
import { calendarDate, id } from '../../../domain/text.ts'
import type { CrewViewer, ResidentViewer, VendorViewer } from '../../../domain/viewer.ts'
import { visitFilter } from '../../../domain/visits/calendar-query.ts'
import {
  CancelVisit,
  CompleteVisit,
  cancel,
  complete,
  MoveVisit,
  move,
  ReopenVisit,
  reopen,
  sideOf,
} from '../../../domain/visits/change.ts'
import { MoveDay } from '../../../domain/visits/day.ts'
import { CancelSeries, cancelSeries, MoveSeries, moveSeries } from '../../../domain/visits/series.ts'
import { EndService, PauseService, requireServed, stopVisits } from '../../../domain/visits/stop.ts'
import type { Stop } from '../../../domain/visits/stopped.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import type { Context } from '../../rpc/context.ts'
import { openTo, router } from '../../rpc/procedure.ts'
import { assignment } from './assignment.ts'
import { removeFinish } from './attendance.db.ts'
import { attendance, requireVendorCompliance } from './attendance.ts'
import { calendarProcedures, visitsOfViewer } from './calendar.ts'
import { claims } from './claims.ts'
import { comingProcedures } from './coming.ts'
import { visitsOfDay } from './day.db.ts'
import { moveWholeDay } from './day.ts'
import {
  cancelVisits,
  countVisitsToComplete,
  goersOf,
  lockSeries,
  lockVisit,
  saveMoved,
  savePlaces,
  saveVisit,
  upcoming,
  visitsToComplete,
} from './db.ts'
import { disputeProcedures } from './disputes.ts'
import { PAGE_SIZE, pageNumber, rowsOf } from './page.ts'
import { visitsGoneBy } from './past.db.ts'
import { pastDays } from './past.ts'
import { ratings } from './ratings.ts'
import { lockToStop, saveStop, stopsOf, stopsOfVisit, visitsToStop } from './stop.db.ts'
import { suggestions } from './suggestions.ts'
import { visitEvent } from './visit-event.ts'

export const visitsRouter = router({
  ...assignment,
  ...attendance,
  ...calendarProcedures,
  ...claims,
  ...comingProcedures,
  ...disputeProcedures,
  ...ratings,

  /**
   * The visits to come, soonest first: a resident's building's, or a vendor's own. With `all` the cancelled ones, and
   * today's completed ones, too; `booked` counts those that are to take place. Of one service, at one building, or all.
   */
  upcoming: openTo('resident', 'vendor')
    .input(
      z.strictObject({
        page: pageNumber,
        all: z.boolean({ error: 'All must be yes or no' }).default(false),
        ...visitFilter,
      }),
    )
    .query(async ({ ctx: { tx, viewer, now, config }, input }) => {
      const { of, id } = visitsOfViewer(viewer)
      const filter = { service: input.service_type_id, building: input.building_id }
      const day = today(now(), config.timeZone)
      const since = { id, from: day, ...filter }
      const [[count], shown] = await Promise.all([
        upcoming[of].count(tx, since),
        upcoming[of][input.all ? 'all' : 'booked'](tx, { ...since, ...rowsOf(input.page) }),
      ])
      const { total, booked } = count ?? { total: 0, booked: 0 }
      const visits = shown.map((visit) => withMissing(visit, day))
      return { total: input.all ? total : booked, booked, page_size: PAGE_SIZE, visits }
    }),

  /** The visits of days gone by, of one month or of all, the last one first: a resident's building's, or a vendor's own. */
  past: openTo('resident', 'vendor')
    .input(z.strictObject({ page: pageNumber, month: calendarMonth('Month').nullable(), ...visitFilter }))
    .query(async ({ ctx: { tx, viewer, now, config }, input }) => {
      const { of, id } = visitsOfViewer(viewer)
      const day = today(now(), config.timeZone)
      const filter = { service: input.service_type_id, building: input.building_id }
      const between = { id, ...pastDays({ month: input.month, today: day }), ...filter }
      const [[count], visits] = await Promise.all([
        visitsGoneBy[of].count(tx, between),
        visitsGoneBy[of].page(tx, { ...between, ...rowsOf(input.page) }),
      ])
      const { total = 0, first_day = null } = count ?? {}
      return { today: day, total, first_day, page_size: PAGE_SIZE, visits }
    }),

  /** A vendor's visits of days gone by that nobody has marked completed, longest ago first. */
  toComplete: openTo('vendor')
    .input(z.strictObject({ page: pageNumber }))
    .query(async ({ ctx: { tx, viewer, now, config }, input }) => {
      const before = today(now(), config.timeZone)
      const [total, left] = await Promise.all([
        countVisitsToComplete(tx, viewer.vendor_id, before),
        visitsToComplete(tx, { vendorId: viewer.vendor_id, before, ...rowsOf(input.page) }),
      ])
      const visits = left.map((visit) => withMissing(visit, before))
      return { total, page_size: PAGE_SIZE, visits }
    }),

  complete: openTo('vendor')
    .input(CompleteVisit)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input }) => {
      const { visit, event } = await lock(tx, viewer, input.id)
      const day = today(now(), config.timeZone)
      const completed = complete(viewer, visit, day)
      // What was begun in time may be finished.
      if (visit.checked_in_at === null) await requireVendorCompliance(tx, visit, day)
      await saveVisit(tx, visit.id, completed)
      await record(tx, { ...event, kind: 'visit_completed' })
    }),

  reopen: openTo('vendor', 'crew')
    .input(ReopenVisit)
    .mutation(async ({ ctx: { tx, viewer }, input }) => {
      const { visit, event } = await lock(tx, viewer, input.id)
      await saveVisit(tx, visit.id, reopen(viewer, visit))
      await removeFinish(tx, visit.id)
      await record(tx, { ...event, kind: 'visit_reopened' })
    }),

  move: openTo({ resident: 'manage_visits' }, 'vendor')
    .input(MoveVisit)
    .mutation(async ({ ctx, input }) => {
      const { visit, event } = await lock(ctx.tx, ctx.viewer, input.id)
      const { confirmed_date, confirmed_time, ...moved } = move(visit, input, changeOf(ctx, visit, input))
      requireServed(moved, await stopsOfVisit(ctx.tx, visit.id))
      const assigned = await saveVisit(ctx.tx, visit.id, { ...moved, confirmed_date, confirmed_time })
      await record(ctx.tx, { ...event, kind: 'visit_moved', data: { ...event.data, ...moved, assigned } })
    }),

  // [4.visit.9]
  cancel: openTo({ resident: 'manage_visits' }, 'vendor')
    .input(CancelVisit)
    .mutation(async ({ ctx, input }) => {
      const { visit, event } = await lock(ctx.tx, ctx.viewer, input.id)
      const cancelled = cancel(visit, changeOf(ctx, visit, input))
      const assigned = await saveVisit(ctx.tx, visit.id, cancelled)
      const data = { ...event.data, ...cancelled, assigned }
      await record(ctx.tx, { ...event, kind: 'visit_cancelled', data })
    }),

  /** Moves a visit and later ones, or all that are still to come; the other side gets one mail. Product 1.3 */
  moveSeries: openTo({ resident: 'manage_visits' }, 'vendor')
    .input(MoveSeries)
    .mutation(async ({ ctx, input }) => {
      const { quote, visits, visit, change, changed, event } = await lockSeriesOf(ctx, input)
      const { scope, visits: shown, realign } = input
      const { moved, replaced } = moveSeries(visits, visit, input, {
        ...change,
        scope,
        visits: shown,
        realign,
      })
      const stops = await stopsOf(ctx.tx, quote.id)
      for (const each of moved) requireServed(each, stops)
      const assigned = goersOf(await saveMoved(ctx.tx, moved, changed))
      await savePlaces(ctx.tx, replaced)
      // The named one stays when others are only taken back into the series.
      const first = moved.find((each) => each.id === visit.id) ?? moved[0]
      if (!first) return
      const { scheduled_date, scheduled_time, earlier_date, earlier_time } = first
      const when = { scheduled_date, scheduled_time, earlier_date, earlier_time }
      const data = { ...event.data, visits: moved.length, ...when, assigned }
      await record(ctx.tx, { ...event, kind: 'series_moved', data })
    }),

  /** Cancels a visit and later ones, or all that are still to come; the other side gets one mail. Product 1.3 */
  cancelSeries: openTo({ resident: 'manage_visits' }, 'vendor')
    .input(CancelSeries)
    .mutation(async ({ ctx, input }) => {
      const { visits, visit, change, changed, event } = await lockSeriesOf(ctx, input)
      const { scope, visits: shown } = input
      const cancelled = cancelSeries(visits, visit, { ...change, scope, visits: shown })
      const ids = cancelled.map(({ id }) => id)
      const assigned = await cancelVisits(ctx.tx, ids, changed)
      const { scheduled_date, scheduled_time } = cancelled[0] ?? visit
      const data = { ...event.data, visits: cancelled.length, scheduled_date, scheduled_time, assigned }
      await record(ctx.tx, { ...event, kind: 'series_cancelled', data })
    }),

  /** A vendor's confirmed visits of a day, by their hours. */
  ofDay: openTo('vendor')
    .input(z.strictObject({ date: calendarDate('Date') }))
    .query(({ ctx, input }) => visitsOfDay(ctx.tx, { vendorId: ctx.viewer.vendor_id, ...input })),

  moveDay: openTo('vendor')
    .input(MoveDay)
    .mutation(({ ctx, input }) => moveWholeDay(ctx, input)),

  /** The visits of an accepted service that are still to come, soonest first, and its pauses and end. Product 1.6 */
  ofService: openTo({ resident: 'manage_visits' }, 'vendor')
    .input(z.strictObject({ id }))
    .query(({ ctx: { tx, now, config }, input }) =>
      visitsToStop(tx, input.id, today(now(), config.timeZone)),
    ),

  /** Cancels the visits of a service from a day on, and books no more. Product 1.6 */
  endService: openTo({ resident: 'manage_visits' }, 'vendor')
    .input(EndService)
    .mutation(async ({ ctx, input }) => {
      const event = await stopService(ctx, { ...input, until_date: null })
      await record(ctx.tx, { ...event, kind: 'service_ended' })
    }),

  /** Cancels the visits of a service from a day until another. Product 1.6 */
  pauseService: openTo({ resident: 'manage_visits' }, 'vendor')
    .input(PauseService)
    .mutation(async ({ ctx, input }) => {
      const event = await stopService(ctx, input)
      const { until_date } = input
      await record(ctx.tx, { ...event, kind: 'service_paused', data: { ...event.data, until_date } })
    }),

  ...suggestions,
})

/** The visit and its series under locks, who changes them, and what to record. */
async function lockSeriesOf(ctx: Caller & { tx: Tx }, { id, ...sent }: Sent & { id: string }) {
  const { quote, visits, visit } = await lockSeries(ctx.tx, id)
  const change = changeOf(ctx, visit, sent)
  const { by: changed_by, reason: change_reason } = change
  const { building_id, vendor_id, building_service_id: subject } = visit
  const { service, company_name } = quote
  const data = { service, company_name, changed_by, change_reason }
  return {
    quote,
    visits,
    visit,
    change,
    changed: { changed_by, change_reason },
    event: { actor: ctx.viewer.id, building_id, vendor_id, subject, data },
  }
}

type StopInput = Stop & { id: string; visits: number; reason: string }

/** Cancels the visits of a stop, and returns what to record. */
async function stopService(
  { tx, viewer, now, config }: Caller & { tx: Tx },
  { id, visits: shown, reason, ...days }: StopInput,
) {
  const at = cityTime(now(), config.timeZone)
  const { quote, visits, stops } = await lockToStop(tx, id, at.date)
  const by = sideOf(viewer, quote)
  if (by === null) throw new DomainError('not_allowed')
  const stopped = stopVisits(visits, days, { stops, shown, now: at })
  const stop = { ...days, reason, stopped_by: by, person: viewer.id }
  const assigned = await saveStop(tx, quote, stopped, stop)
  const { service, company_name, building_id, vendor_id, building_service_id: subject } = quote
  const { from_date } = days
  const data = { service, company_name, from_date, reason, stopped_by: by, visits: stopped.length, assigned }
  return { actor: viewer.id, building_id, vendor_id, subject, data }
}

/** The visit under a lock, so that of two who change it at once the second finds it changed; and what to record of it. */
async function lock(tx: Tx, viewer: ResidentViewer | VendorViewer | CrewViewer, id: string) {
  const visit = await lockVisit(tx, id)
  return { visit, event: visitEvent(viewer, visit) }
}

type Caller = Context & { viewer: ResidentViewer | VendorViewer }
type Sent = { shown_date: string; shown_time: string; reason: string }

function changeOf(
  { viewer, now, config }: Caller,
  visit: Pick<Awaited<ReturnType<typeof lockVisit>>, 'building_id' | 'vendor_id'>,
  sent: Sent,
) {
  const by = sideOf(viewer, visit)
  if (by === null) throw new DomainError('not_allowed')
  return {
    by,
    shown: { scheduled_date: sent.shown_date, scheduled_time: sent.shown_time },
    reason: sent.reason,
    now: cityTime(now(), config.timeZone),
  }
}
