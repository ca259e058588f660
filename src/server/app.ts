import type { Job, ServerFeature } from './feature.ts'
import { access } from './features/access/feature.ts'
import { accounts } from './features/accounts/feature.ts'
import { agreements } from './features/agreements/feature.ts'
import { announcements } from './features/announcements/feature.ts'
import { billing } from './features/billing/feature.ts'
import { budget } from './features/budget/feature.ts'
import { buildings } from './features/buildings/feature.ts'
import { compliance } from './features/compliance/feature.ts'
import { contact } from './features/contact/feature.ts'
import { documents } from './features/documents/feature.ts'
import { factors } from './features/factors/feature.ts'
import { feeds } from './features/feeds/feature.ts'
import { invoices } from './features/invoices/feature.ts'
import { members } from './features/members/feature.ts'
import { messages } from './features/messages/feature.ts'
import { payments } from './features/payments/feature.ts'
import { profiles } from './features/profiles/feature.ts'
import { quotes } from './features/quotes/feature.ts'
import { services } from './features/services/feature.ts'
import { sessions } from './features/sessions/feature.ts'
import { team } from './features/team/feature.ts'
import { vendors } from './features/vendors/feature.ts'
import { visits } from './features/visits/feature.ts'
import { votes } from './features/votes/feature.ts'
import type { Templates } from './mail/template.ts'
import { realtimeRouter } from './realtime/api.ts'
import type { Export } from './rpc/export.ts'
import { createCallerFactory, router } from './rpc/procedure.ts'
import type { Attachment } from './storage/attachment.ts'

/** Every feature of the portal. Its name here is the name of its router. */
const features = {
  access,
  accounts,
  agreements,
  announcements,
  billing,
  budget,
  buildings,
  compliance,
  contact,
  documents,
  factors,
  feeds,
  invoices,
  members,
  messages,
  payments,
  profiles,
  quotes,
  realtime: { router: realtimeRouter },
  services,
  sessions,
  team,
  vendors,
  visits,
  votes,
}

const manifests: ServerFeature[] = Object.values(features)

/** Every mail template of the portal, by event kind. */
export const mails: Templates = Object.assign({}, ...manifests.map((feature) => feature.mails))
export const jobs: Job[] = manifests.flatMap((feature) => feature.jobs ?? [])
export const attachments: Attachment[] = manifests.flatMap((feature) => feature.attachments ?? [])
/** What serves addresses outside the API. */
export const plainRoutes = manifests.flatMap((feature) => feature.routes ?? [])
export const exportedLists: Export[] = manifests.flatMap((feature) => feature.exports ?? [])

/** Every procedure of the portal, by feature. */
export const appRouter = router(routersOf(features))

export type AppRouter = typeof appRouter

/** Calls procedures without HTTP, as any viewer: for the demo city and tests. */
export const createCaller = createCallerFactory(appRouter)

type Routers<F> = { [Name in keyof F]: F[Name] extends { router: infer R } ? R : never }

function routersOf<F extends Record<string, ServerFeature>>(all: F): Routers<F> {
  const entries = Object.entries(all).map(([name, feature]) => [name, feature.router])
  return Object.fromEntries(entries) as Routers<F>
}
