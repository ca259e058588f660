import { z } from 'zod'
import { requireFollowable } from '../../../domain/agreements/agreement.ts'
import { type CalendarDate, today } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { checkDeadlines, defaultDeadlines } from '../../../domain/services/deadline.ts'
import {
  checkExcluded,
  checkRequest,
  EditRequest,
  RequestQuotes,
  requestRound,
  requireStartAfter,
} from '../../../domain/services/request.ts'
import { RequestRound } from '../../../domain/services/round.ts'
import { answersFrom, type ScopeAnswers, scopeLines } from '../../../domain/services/scope.ts'
import { checkChangeable, isOver, toQuote } from '../../../domain/services/status.ts'
import { WelcomeRequest, welcomeService } from '../../../domain/services/welcome.ts'
import { id } from '../../../domain/text.ts'
import { may, type ResidentViewer } from '../../../domain/viewer.ts'
import { asViewer } from '../../db/as-viewer.ts'
import { lockOffers } from '../../db/offer-lock.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { openTo, openToAll, router } from '../../rpc/procedure.ts'
import { setOfferAside } from '../agreements/end-offer.ts'
import { saveServiceStatus } from '../quotes/db.ts'
import { askVendors, tellOfChange } from '../quotes/requests.db.ts'
import {
  catalog,
  countAsked,
  isActiveType,
  lastScope,
  listServices,
  lockService,
  lockStandings,
  offeringAmong,
  saveRequest,
  saveService,
  scopeForm,
  standings,
  typesByName,
  vendorContact,
} from './db.ts'
import { deadlines } from './deadlines.ts'
import { lockFollowed, lockFollowedBy } from './follow.db.ts'
import { filesOfRound } from './request-file.db.ts'

export const servicesRouter = router({
  catalog: openToAll().query(({ ctx }) => asViewer(ctx.db, ctx.session?.viewer ?? null, catalog)),

  list: openTo('resident').query(({ ctx }) =>
    listServices(ctx.tx, {
      buildingId: ctx.viewer.building_id,
      today: today(ctx.now(), ctx.config.timeZone),
    }),
  ),

  /** The types that the building can request, by name. [2.services.13] [7.types.2] */
  available: openTo('resident').query(async ({ ctx: { tx, viewer, now, config } }) => {
    const [types, services] = await Promise.all([
      typesByName(tx),
      standings(tx, viewer.building_id, today(now(), config.timeZone)),
    ])
    const inUse = new Set(services.filter((each) => !isOver(each)).map((each) => each.service_type_id))
    return types.filter(({ id }) => !inUse.has(id))
  }),

  /** What a type asks, and what the building answered last. Product 2.1 */
  scopeForm: openTo('resident')
    .input(z.strictObject({ service_type_id: id }))
    .query(async ({ ctx: { tx, viewer }, input }) => {
      const [questions, earlier] = await Promise.all([
        scopeForm(tx, input.service_type_id),
        lastScope(tx, viewer.building_id, input.service_type_id),
      ])
      return { questions, answers: answersFrom(questions, earlier) }
    }),

  /**
   * The service becomes Quote, and each vendor that offers it is asked once.
   * [4.service.7] [5.request.8]
   */
  request: openTo({ resident: 'request_services' })
    .input(RequestQuotes)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input }) => {
      const day = today(now(), config.timeZone)
      checkRequest(input, day)
      const { service_type_id, excluded_vendors, preferred_start_date } = input
      const usual = defaultDeadlines(day, preferred_start_date)
      const { quotes_by = usual.quotes_by, decide_by = usual.decide_by } = input
      checkDeadlines({ quotes_by, decide_by }, day)
      // The quote before the services, the same order as in a renewal and an end, so no deadlock.
      if (input.follows !== null) {
        if (!may(viewer, 'manage_visits')) throw new DomainError('not_allowed')
        const followed = await lockFollowed(tx, viewer.building_id, input.follows)
        if (!followed) throw new DomainError('not_found')
        requireFollowable(followed.ends_on, day)
        requireStartAfter(preferred_start_date, followed.ends_on)
        await setOfferAside({ tx, viewer, now }, followed.quote, day)
      }
      const [before, offering, scope] = await Promise.all([
        lockForRequest(tx, viewer, { service_type_id, follows: input.follows }, day),
        offeringAmong(tx, service_type_id, excluded_vendors),
        scopeOf(tx, service_type_id, input.scope ?? []),
      ])
      checkExcluded(excluded_vendors, offering)
      const service = await saveRequest(tx, viewer.building_id, before?.id, {
        ...input,
        quotes_by,
        decide_by,
        scope,
        ...requestRound(before),
        requested_by: viewer.id,
        requested_at: now(),
      })
      const { id, building_id } = service
      const [, vendors] = await Promise.all([
        record(tx, { kind: 'service_requested', actor: viewer.id, building_id, subject: id }),
        askVendors(tx, service, viewer.id),
      ])
      return { id, vendors }
    }),

  /** Changes an open request. Its vendors are told, and confirm or change the prices that they sent. */
  edit: openTo({ resident: 'request_services' })
    .input(EditRequest)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input: { id, ...changed } }) => {
      checkRequest(changed, today(now(), config.timeZone))
      await lockOffers(tx, 'request')
      const followed = await lockFollowedBy(tx, viewer.building_id, id)
      const service = await lockService(tx, viewer.building_id, id)
      checkChangeable(service)
      if (followed?.ends_on) requireStartAfter(changed.preferred_start_date, followed.ends_on)
      const { scope: answers, ...rest } = changed
      const scope = answers && (await scopeOf(tx, service.service_type_id, answers))
      await saveService(tx, id, { ...rest, ...(scope && { scope }) })
      const { building_id } = service
      await record(tx, { kind: 'service_changed', actor: viewer.id, building_id, subject: id })
      await tellOfChange(tx, id, viewer.id)
    }),

  ...deadlines,

  /** The photos and files of one round, for its building and the vendors that it asked. */
  files: openTo('resident', 'vendor')
    .input(RequestRound)
    .query(({ ctx, input }) => filesOfRound(ctx.tx, input)),

  /** How to reach the vendor of an accepted service. */
  contact: openTo({ resident: 'manage_visits' })
    .input(z.strictObject({ id }))
    .query(({ ctx, input }) => vendorContact(ctx.tx, { ...input, building_id: ctx.viewer.building_id })),

  /**
   * The welcome dialog. All services are saved, in a fixed order, before the first vendor is asked, so
   * no deadlock. [4.service.8]
   */
  welcome: openTo({ resident: 'manage_building' })
    .input(WelcomeRequest)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input }) => {
      const day = today(now(), config.timeZone)
      const wishes = [...input.services].sort((a, b) => (a.service_type_id < b.service_type_id ? -1 : 1))
      const services: Awaited<ReturnType<typeof saveRequest>>[] = []
      for (const wish of wishes) {
        const before = await lockForRequest(tx, viewer, { ...wish, follows: null }, day)
        const service = await saveRequest(tx, viewer.building_id, before?.id, {
          ...requestRound(before),
          ...welcomeService(wish, day),
          scope: NO_SCOPE,
          follows: null,
          requested_by: viewer.id,
          requested_at: now(),
        })
        services.push(service)
      }
      for (const service of services) {
        const { id: subject, building_id, status } = service
        await record(tx, { kind: 'service_requested', actor: viewer.id, building_id, subject })
        await askVendors(tx, service, viewer.id)
        await saveServiceStatus(tx, subject, toQuote(status))
      }
      const ids = services.map(({ id }) => id)
      return { services: ids.length, vendors: await countAsked(tx, ids) }
    }),
})

const NO_SCOPE = JSON.stringify([])

/** The answers as the type's form takes them, for the database. */
async function scopeOf(tx: Tx, typeId: string, answers: ScopeAnswers): Promise<string> {
  return JSON.stringify(scopeLines(await scopeForm(tx, typeId), answers))
}

type WantedType = { service_type_id: string; follows: string | null }

/**
 * Locks the building's services of this type. Returns the one that a request takes the place of, null if it has none: the one that
 * follows another, or, for a request that follows none, one that is not over, otherwise the first. Throws DomainError 'not_found' unless the
 * type is active, and for another type's service.
 */
async function lockForRequest(
  tx: Tx,
  viewer: ResidentViewer,
  { service_type_id, follows }: WantedType,
  day: CalendarDate,
) {
  const [active, all] = await Promise.all([
    isActiveType(tx, service_type_id),
    lockStandings(tx, viewer.building_id, service_type_id, day),
  ])
  if (!active) throw new DomainError('not_found')
  const first = all.find((service) => service.follows === null) ?? null
  if (follows === null) return all.find((service) => !isOver(service)) ?? first
  if (!all.some(({ id }) => id === follows)) throw new DomainError('not_found')
  return all.find((service) => service.follows === follows) ?? null
}
