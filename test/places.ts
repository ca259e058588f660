// The route table of section 2: each address with the title of its screen.

export const VENDOR_PAGES = {
  '/vendor/dashboard': 'Vendor Dashboard',
  '/vendor/services': 'Services & Appointments',
  '/vendor/quotes': 'Services & Appointments',
  '/vendor/appointments': 'Services & Appointments',
  '/vendor/invoices': 'Invoices',
  '/vendor/profile': 'Vendor Settings',
}
export const HOME_PAGES = {
  '/home/dashboard': 'Dashboard',
  '/home/building': 'Building Management',
  '/home/billing': 'HOA Payments',
  '/home/services': 'Services & Appointments',
  '/home/voting': 'Voting',
  '/home/payments': 'HOA Payments',
  '/home/settings': 'Account Settings',
}
export const CAPTAIN_PAGES = {
  '/home/captain/members': 'Building Members',
  '/home/captain/settings': 'Building Settings',
}
export const ADMIN_PAGES = {
  '/admin/overview': 'Admin Overview',
  '/admin/users': 'User Management',
  '/admin/buildings': 'Building Management',
  '/admin/vendors': 'Vendor Management',
  '/admin/services': 'Service Catalog',
  '/admin/quotes': 'All Quotes',
  '/admin/appointments': 'All Appointments',
  '/admin/billing': 'Billing Overview',
  '/admin/documents': 'Document Management',
  '/admin/announcements': 'Announcements',
  '/admin/voting': 'Voting Management',
  '/admin/audit': 'Audit Logs',
  '/admin/settings': 'Admin Settings',
}
