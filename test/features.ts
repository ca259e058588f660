import type pg from 'pg'
import type { EventKind } from '../src/domain/events.ts'
import type { DataCases, EventCase, Inputs, ProcedureCases } from './feature-cases.ts'
import { access } from './features/access.ts'
import { accounts } from './features/accounts.ts'
import { agreements } from './features/agreements.ts'
import { announcements } from './features/announcements.ts'
import { billing } from './features/billing.ts'
import { budget } from './features/budget.ts'
import { buildings } from './features/buildings.ts'
import { compliance } from './features/compliance.ts'
import { contact } from './features/contact.ts'
import { documents } from './features/documents.ts'
import { factors } from './features/factors.ts'
import { feeds } from './features/feeds.ts'
import { invoices } from './features/invoices.ts'
import { members } from './features/members.ts'
import { messages } from './features/messages.ts'
import { payments } from './features/payments.ts'
import { profiles } from './features/profiles.ts'
import { quotes } from './features/quotes.ts'
import { realtime } from './features/realtime.ts'
import { services } from './features/services.ts'
import { sessions } from './features/sessions.ts'
import { team } from './features/team.ts'
import { vendors } from './features/vendors.ts'
import { visits } from './features/visits.ts'
import { votes } from './features/votes.ts'
import type { World } from './world.ts'

/** Every feature's cases. Its name here is the name of its router; a missing one does not compile. */
export const features = {
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
  realtime,
  services,
  sessions,
  team,
  vendors,
  visits,
  votes,
} satisfies { [Feature in keyof Inputs]: { procedures: ProcedureCases<Feature, never> } }

const all: (DataCases & { procedures: object })[] = Object.values(features)

/** The kinds of events of each feature. */
export const eventsOf = Object.entries<DataCases & { procedures: object }>(features).map(
  ([feature, own]) => ({
    feature,
    kinds: Object.keys(own.events ?? {}) as EventKind[],
  }),
)
/** An example of each kind of event. test/events.test.ts names a missing one. */
export const eventCases = joined<EventCase>(all.map(({ events }) => events)) as {
  [K in EventKind]: EventCase<K>
}
export const rowRules = joined(all.map(({ tables }) => tables))
export const writes = joined(all.map((feature) => feature.writes))
export const refusedUpdates = all.flatMap((feature) => feature.refusedUpdates ?? [])
export const attachmentCases = joined(all.map(({ attachments }) => attachments))
export const exportCases = joined(all.map((feature) => feature.exports))
export const breaches = all.flatMap((feature) => feature.breaches ?? [])

/** Adds the rows of every feature that the tests of row rules and of invariants need. */
export async function seed(world: World, db: pg.Client): Promise<void> {
  for (const feature of all) await feature.seed?.(world, db)
}

function joined<Value>(parts: (Record<string, Value> | undefined)[]): Record<string, Value> {
  const entries = parts.flatMap((part) => Object.entries(part ?? {}))
  const names = entries.map(([name]) => name)
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  if (twice.length > 0) throw new Error(`Two features have cases of ${twice.join(', ')}`)
  return Object.fromEntries(entries)
}
