import {
  IconBuildingCommunity,
  IconCalendarEvent,
  IconCheckbox,
  IconFileText,
  IconHistory,
  IconHome,
  IconMessageDollar,
  IconReceipt,
  IconSettings,
  IconSpeakerphone,
  IconTools,
  IconTruck,
  IconUsers,
} from '@tabler/icons-react'
import { admins, type Feature, type MenuEntry, type Screen } from '../../feature.ts'
import { placeholder } from '../../ui/placeholder-page.tsx'

type Entry = [path: string, label: string, icon: MenuEntry['icon'], title: string, description: string]

/**
 * The placeholders of the admin area, in the order of its menu.
 * [2.route.admin-*] [2.menu.admin.1-13] [2.placeholder.admin-*]
 */
const entries: readonly Entry[] = [
  ['overview', 'Overview', IconHome, 'Admin Overview', 'The whole city at a glance.'],
  ['users', 'Users', IconUsers, 'User Management', 'Find people and manage their accounts.'],
  ['buildings', 'Buildings', IconBuildingCommunity, 'Building Management', 'Every building on the portal.'],
  ['vendors', 'Vendors', IconTruck, 'Vendor Management', 'Every vendor and what they offer.'],
  ['services', 'Services', IconTools, 'Service Catalog', 'The service types buildings can ask for.'],
  ['quotes', 'All Quotes', IconMessageDollar, 'All Quotes', 'Every quote that vendors have sent.'],
  ['appointments', 'Appointments', IconCalendarEvent, 'All Appointments', 'Every visit, past and coming.'],
  ['billing', 'Billing Overview', IconReceipt, 'Billing Overview', 'Monthly fees and payments.'],
  ['documents', 'Documents', IconFileText, 'Document Management', 'The documents buildings keep here.'],
  ['announcements', 'Announcements', IconSpeakerphone, 'Announcements', 'News for every building.'],
  ['voting', 'Voting Management', IconCheckbox, 'Voting Management', 'The votes that buildings hold.'],
  ['audit', 'Audit Logs', IconHistory, 'Audit Logs', 'Who changed what, and when.'],
  ['settings', 'Settings', IconSettings, 'Admin Settings', 'How the portal itself is set up.'],
]

function toScreen([path, label, icon, title, description]: Entry, order: number): Screen {
  return {
    path: `/admin/${path}`,
    page: 'admin',
    audience: admins,
    title,
    menu: { of: 'admin', label, icon, order },
    component: placeholder(title, description),
  }
}

export const admin: Feature = { screens: entries.map(toScreen) }
