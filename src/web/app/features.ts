import type { WebFeature } from '../feature.ts'
import { access } from '../features/access/screens.ts'
import { accounts } from '../features/accounts/screens.ts'
import { agreements } from '../features/agreements/screens.ts'
import { announcements } from '../features/announcements/screens.ts'
import { billing } from '../features/billing/screens.ts'
import { budget } from '../features/budget/screens.ts'
import { buildings } from '../features/buildings/screens.ts'
import { compliance } from '../features/compliance/screens.ts'
import { documents } from '../features/documents/screens.ts'
import { factors } from '../features/factors/screens.ts'
import { feeds } from '../features/feeds/screens.ts'
import { invoices } from '../features/invoices/screens.ts'
import { landing } from '../features/landing/screens.ts'
import { members } from '../features/members/screens.ts'
import { messages } from '../features/messages/screens.ts'
import { payments } from '../features/payments/screens.ts'
import { placeholders } from '../features/placeholders/screens.ts'
import { profiles } from '../features/profiles/screens.ts'
import { quotes } from '../features/quotes/screens.ts'
import { services } from '../features/services/screens.ts'
import { team } from '../features/team/screens.ts'
import { vendors } from '../features/vendors/screens.ts'
import { visits } from '../features/visits/screens.ts'
import { votes } from '../features/votes/screens.ts'

/** Every feature of the portal. */
export const features: readonly WebFeature[] = [
  access,
  accounts,
  agreements,
  announcements,
  billing,
  budget,
  buildings,
  compliance,
  documents,
  factors,
  feeds,
  invoices,
  landing,
  members,
  messages,
  payments,
  placeholders,
  profiles,
  quotes,
  services,
  team,
  vendors,
  visits,
  votes,
]
