import { accountsRouter } from './accounts/accounts.api.ts'
import { createCallerFactory, router } from './api.ts'
import { appointmentsRouter } from './appointments/appointments.api.ts'
import { billingRouter } from './billing/billing.api.ts'
import { buildingsRouter } from './buildings/buildings.api.ts'
import { contactRouter } from './contact/contact.api.ts'
import { documentsRouter } from './documents/documents.api.ts'
import { membersRouter } from './members/members.api.ts'
import { quotesRouter } from './quotes/quotes.api.ts'
import { servicesRouter } from './services/services.api.ts'
import { vendorsRouter } from './vendors/vendors.api.ts'

/** Every procedure of the portal, by feature. */
export const appRouter = router({
  accounts: accountsRouter,
  appointments: appointmentsRouter,
  billing: billingRouter,
  buildings: buildingsRouter,
  contact: contactRouter,
  documents: documentsRouter,
  members: membersRouter,
  quotes: quotesRouter,
  services: servicesRouter,
  vendors: vendorsRouter,
})

export type AppRouter = typeof appRouter

/** Calls procedures without HTTP, as somebody: for the demo city and the tests. */
export const createCaller = createCallerFactory(appRouter)
