import { today } from '../../domain/calendar.ts'
import { DomainError } from '../../domain/errors.ts'
import { checkRequest, RequestQuotes } from '../../domain/services/request.ts'
import { WelcomeRequest, welcomeService } from '../../domain/services/welcome.ts'
import { openTo, openToAll, router } from '../api.ts'
import { asViewer } from '../database/as-viewer.ts'
import { record } from '../events/events.db.ts'
import { markQuoted } from '../quotes/quotes.db.ts'
import { askVendors } from '../quotes/requests.db.ts'
import {
  availableTypes,
  catalogue,
  countAsked,
  countOffering,
  isActiveType,
  listServices,
  saveRequest,
} from './services.db.ts'

export const servicesRouter = router({
  catalogue: openToAll().query(({ ctx }) => asViewer(ctx.db, ctx.session?.viewer ?? null, catalogue)),

  list: openTo('resident').query(({ ctx }) =>
    listServices(ctx.tx, {
      buildingId: ctx.viewer.building_id,
      today: today(ctx.now(), ctx.config.timeZone),
    }),
  ),

  available: openTo('resident').query(({ ctx: { tx, viewer, now, config } }) =>
    availableTypes(tx, viewer.building_id, today(now(), config.timeZone)),
  ),

  /** Section 4: the service becomes Quote, and each vendor that offers it is asked once. */
  request: openTo('resident')
    .input(RequestQuotes)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input }) => {
      const day = today(now(), config.timeZone)
      checkRequest(input, day)
      const [active, offering] = await Promise.all([
        isActiveType(tx, input.service_type_id),
        countOffering(tx, input.service_type_id, input.excluded_vendors),
      ])
      if (!active) throw new DomainError('not_found')
      if (offering !== input.excluded_vendors.length) {
        throw new DomainError(
          'invalid_input',
          'Only vendors that offer this service can be left out',
          'excluded_vendors',
        )
      }
      const service = await saveRequest(tx, viewer, input, now(), day)
      if (!service) throw new DomainError('service_already_requested')
      const { id, building_id } = service
      const [, vendors] = await Promise.all([
        record(tx, { kind: 'service_requested', actor: viewer.id, building_id, subject: id }),
        askVendors(tx, service, viewer.id),
      ])
      return { id, vendors }
    }),

  /**
   * The welcome dialog (sections 4 and 7): services of status pending_quotes, of which each becomes Quote as its vendors
   * are asked. All rows are there before the first vendor is asked, so that two requests never wait for each other.
   */
  welcome: openTo('captain')
    .input(WelcomeRequest)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input }) => {
      const day = today(now(), config.timeZone)
      const wishes = [...input.services].sort((a, b) => (a.service_type_id < b.service_type_id ? -1 : 1))
      const services: NonNullable<Awaited<ReturnType<typeof saveRequest>>>[] = []
      for (const wish of wishes) {
        if (!(await isActiveType(tx, wish.service_type_id))) throw new DomainError('not_found')
        const service = await saveRequest(tx, viewer, welcomeService(wish, day), now(), day, 'pending_quotes')
        if (!service) throw new DomainError('service_already_requested')
        services.push(service)
      }
      for (const service of services) {
        const { id: subject, building_id } = service
        await record(tx, { kind: 'service_requested', actor: viewer.id, building_id, subject })
        await askVendors(tx, service, viewer.id)
        await markQuoted(tx, subject)
      }
      const ids = services.map(({ id }) => id)
      return { services: ids.length, vendors: await countAsked(tx, ids) }
    }),
})
