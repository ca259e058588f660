type ShownTo = 'everyone' | 'signedOut' | 'signedIn' | 'vendors' | 'residents' | 'captains' | 'admins'

type Route = {
  title: string
  /** The label of its menu entry. The entries are in the order of this table. */
  menu?: string
  /** The line of text of a placeholder. */
  placeholder?: string
}

/** The route table of section 2: each address by who may open it. Written by hand, so that the code is held to it. */
export const ROUTES: Record<ShownTo, Record<string, Route>> = {
  everyone: {
    '/': { title: 'Love your HOA' },
    '/reset-password': { title: 'Choose a new password' },
    '/confirm-email': { title: 'Confirm your e-mail address' },
    '/invitation': { title: 'Invitation' },
  },
  signedOut: {
    '/login': { title: 'Sign In' },
    '/signup': { title: 'Join' },
  },
  signedIn: {
    '/dashboard': { title: 'Dashboard' },
  },
  vendors: {
    '/vendor/dashboard': { title: 'Vendor Dashboard', menu: 'Dashboard' },
    '/vendor/services/messages': { title: 'Messages' },
    '/vendor/services': { title: 'Services & Appointments', menu: 'Services & Appointments' },
    '/vendor/quotes': { title: 'Services & Appointments' },
    '/vendor/appointments': { title: 'Services & Appointments' },
    '/vendor/today': { title: 'Today' },
    '/vendor/coming': { title: 'Upcoming Visits' },
    '/vendor/calendar': { title: 'Services & Appointments' },
    '/vendor/invoices': { title: 'Invoices', menu: 'Invoices' },
    '/vendor/profile': { title: 'Vendor Settings', menu: 'Profile' },
    '/vendor/company': { title: 'Company Profile' },
    '/vendor/settings': { title: 'Your Settings' },
  },
  residents: {
    '/home/dashboard': { title: 'Dashboard', menu: 'Dashboard' },
    '/home/building': { title: 'Building Management', menu: 'Manage Building' },
    '/home/billing': { title: 'HOA Payments', menu: 'My Billing' },
    '/home/services/compare': { title: 'Compare Quotes' },
    '/home/services/vendor': { title: 'Vendor' },
    '/home/services': { title: 'Services & Appointments', menu: 'Services & Appointments' },
    '/home/calendar': { title: 'Services & Appointments' },
    '/home/voting': { title: 'Voting', menu: 'Voting' },
    '/home/voting/vote': { title: 'Vote' },
    '/home/announcements': { title: 'Announcements', menu: 'Announcements' },
    '/home/announcements/announcement': { title: 'Announcement' },
    '/home/budget': { title: 'Budget' },
    '/home/spending': { title: 'Spending' },
    '/home/payments': { title: 'HOA Payments', menu: 'HOA Payments' },
    '/home/settings': { title: 'Account Settings', menu: 'Settings' },
  },
  captains: {
    '/home/services/messages': { title: 'Messages' },
    '/home/captain/members': { title: 'Building Members' },
    '/home/captain/settings': {
      title: 'Building Settings',
      placeholder: 'Decide how your building requests and accepts services.',
    },
  },
  admins: {
    '/admin/overview': {
      title: 'Admin Overview',
      menu: 'Overview',
      placeholder: 'The whole city at a glance.',
    },
    '/admin/users': {
      title: 'User Management',
      menu: 'Users',
      placeholder: 'Find people and manage their accounts.',
    },
    '/admin/buildings': {
      title: 'Building Management',
      menu: 'Buildings',
      placeholder: 'Every building on the portal.',
    },
    '/admin/vendors': {
      title: 'Vendor Management',
      menu: 'Vendors',
    },
    '/admin/services': {
      title: 'Service Catalog',
      menu: 'Services',
    },
    '/admin/quotes': {
      title: 'All Quotes',
      menu: 'All Quotes',
      placeholder: 'Every quote that vendors have sent.',
    },
    '/admin/appointments': {
      title: 'All Appointments',
      menu: 'Appointments',
      placeholder: 'Every visit, past and coming.',
    },
    '/admin/billing': {
      title: 'Billing Overview',
      menu: 'Billing Overview',
    },
    '/admin/documents': {
      title: 'Document Management',
      menu: 'Documents',
      placeholder: 'The documents buildings keep here.',
    },
    '/admin/announcements': {
      title: 'Announcements',
      menu: 'Announcements',
      placeholder: 'News for every building.',
    },
    '/admin/voting': { title: 'Voting Management', menu: 'Voting Management' },
    '/admin/voting/vote': { title: 'Vote' },
    '/admin/audit': {
      title: 'Audit Logs',
      menu: 'Audit Logs',
      placeholder: 'Who changed what, and when.',
    },
    '/admin/settings': {
      title: 'Admin Settings',
      menu: 'Settings',
    },
  },
}

/** The title of each address. */
export const TITLES: Record<string, string> = Object.fromEntries(
  Object.values(ROUTES).flatMap((routes) => Object.entries(routes).map(([path, { title }]) => [path, title])),
)

type MenuEntry = { label: string; path: string }

/** The menu of one group, without 'Sign Out'. */
export function menuEntries(shownTo: ShownTo): MenuEntry[] {
  return Object.entries(ROUTES[shownTo]).flatMap(([path, { menu }]) => (menu ? [{ label: menu, path }] : []))
}

type Placeholder = { path: string; title: string; line: string }

/** The placeholders of these groups. */
export function placeholdersOf(...groups: ShownTo[]): Placeholder[] {
  return groups
    .flatMap((shownTo) => Object.entries(ROUTES[shownTo]))
    .flatMap(([path, { title, placeholder }]) => (placeholder ? [{ path, title, line: placeholder }] : []))
}
