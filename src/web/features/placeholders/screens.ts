import {
  IconBuildingCommunity,
  IconCalendarEvent,
  IconCheckbox,
  IconFileText,
  IconHistory,
  IconHome,
  IconMessageDollar,
  IconReceipt,
  IconSpeakerphone,
  IconUsers,
} from '@tabler/icons-react'
import {
  adminRoles,
  type MenuEntry,
  residentRoles,
  type Screen,
  vendorRoles,
  type WebFeature,
} from '../../feature.ts'
import { placeholder } from './placeholder-page.tsx'

type PlaceholderEntry = [
  order: number,
  path: string,
  label: string,
  icon: MenuEntry['icon'],
  title: string,
  description: string,
]

/** The admin area. [2.route.admin-*] [2.menu.admin.1-12] [2.placeholder.admin-*] */
const adminEntries: readonly PlaceholderEntry[] = [
  [10, 'overview', 'Overview', IconHome, 'Admin Overview', 'The whole city at a glance.'],
  [20, 'users', 'Users', IconUsers, 'User Management', 'Find people and manage their accounts.'],
  [
    30,
    'buildings',
    'Buildings',
    IconBuildingCommunity,
    'Building Management',
    'Every building on the portal.',
  ],
  [60, 'quotes', 'All Quotes', IconMessageDollar, 'All Quotes', 'Every quote that vendors have sent.'],
  [
    70,
    'appointments',
    'Appointments',
    IconCalendarEvent,
    'All Appointments',
    'Every visit, past and coming.',
  ],
  [80, 'billing', 'Billing Overview', IconReceipt, 'Billing Overview', 'Monthly fees and payments.'],
  [90, 'documents', 'Documents', IconFileText, 'Document Management', 'The documents buildings keep here.'],
  [100, 'announcements', 'Announcements', IconSpeakerphone, 'Announcements', 'News for every building.'],
  [110, 'voting', 'Voting Management', IconCheckbox, 'Voting Management', 'The votes that buildings hold.'],
  [120, 'audit', 'Audit Logs', IconHistory, 'Audit Logs', 'Who changed what, and when.'],
]

function adminScreen([order, path, label, icon, title, description]: PlaceholderEntry): Screen {
  return {
    path: `/admin/${path}`,
    page: 'admin',
    shownTo: adminRoles,
    title,
    menu: { of: 'admin', label, icon, order },
    component: placeholder(title, description),
  }
}

/** The screens that are still to be built (section 2, screen 16). A built one moves to the feature of its noun. */
export const placeholders: WebFeature = {
  screens: [
    {
      path: '/vendor/invoices', // [2.route.vendor-invoices]
      page: 'vendor',
      shownTo: vendorRoles,
      title: 'Invoices',
      menu: { of: 'vendor', label: 'Invoices', icon: IconReceipt, order: 30 }, // [2.menu.vendor.3]
      component: placeholder('Invoices', 'Create invoices for finished visits and see what has been paid.'), // [2.placeholder.vendor-invoices]
    },
    {
      path: '/home/voting', // [2.route.home-voting]
      page: 'home',
      shownTo: residentRoles,
      title: 'Voting',
      menu: { of: 'resident', label: 'Voting', icon: IconCheckbox, order: 50 }, // [2.menu.resident.5]
      component: placeholder('Voting', 'Vote on the questions that your building decides together.'), // [2.placeholder.voting]
    },
    {
      path: '/home/captain/members', // [2.route.captain-members]
      page: 'home',
      shownTo: residentRoles,
      power: 'manage_members',
      title: 'Building Members',
      component: placeholder('Building Members', 'See who lives in your building and welcome new neighbors.'), // [2.placeholder.captain-members]
    },
    {
      path: '/home/captain/settings', // [2.route.captain-settings]
      page: 'home',
      shownTo: residentRoles,
      power: 'manage_building',
      title: 'Building Settings',
      component: placeholder('Building Settings', 'Decide how your building requests and accepts services.'), // [2.placeholder.captain-settings]
    },
    ...adminEntries.map(adminScreen),
  ],
}
