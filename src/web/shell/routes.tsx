import type { AsyncRouteComponent } from '@tanstack/react-router'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Role } from '../../domain/viewer.ts'
import { patiently } from '../ui/patient-import.ts'
import type { MenuIcon } from './menu-icons.ts'
import { placeholder } from './placeholder-page.tsx'
import { pathOf } from './screen-data.ts'

export type Audience = 'everyone' | 'signed-out' | 'signed-in' | readonly Role[]
export type PageKey = 'landing' | 'login' | 'signup' | 'vendor' | 'home' | 'admin'
export type MenuName = 'admin' | 'vendor' | 'resident'

/** One screen: its address, who may see it, and how it is named in the window and in the menu. */
export type AppRoute = {
  path: `/${string}`
  page: PageKey
  audience: Audience
  captainOnly?: true
  title: string
  /** The entry in a menu; a menu lists its entries in the order of this table. */
  menu?: { of: MenuName; label: string; icon: MenuIcon }
  /** What to show; a route without one only redirects. */
  screen?: AsyncRouteComponent<object>
}

const residents: readonly Role[] = ['homeowner', 'member', 'captain']
const vendors: readonly Role[] = ['contractor']
const admins: readonly Role[] = ['admin']

/** Patiently: a part that was fetched ahead while the network was away is fetched again, not remembered as broken. */
function part<Name extends string>(load: () => Promise<Record<Name, () => ReactNode>>, name: Name) {
  return lazyRouteComponent(() => patiently(load), name)
}

const LandingScreen = part(() => import('../landing/landing-screen.tsx'), 'LandingScreen')
const LoginPage = part(() => import('../accounts/login-page.tsx'), 'LoginPage')
const SignupPage = part(() => import('../accounts/signup-page.tsx'), 'SignupPage')
const ResetPasswordPage = part(() => import('../accounts/reset-password-page.tsx'), 'ResetPasswordPage')
const ConfirmEmailPage = part(() => import('../accounts/confirm-email-page.tsx'), 'ConfirmEmailPage')
const SettingsPage = part(() => import('../accounts/settings-page.tsx'), 'SettingsPage')
const VendorSettingsPage = part(() => import('../vendors/vendor-settings-page.tsx'), 'VendorSettingsPage')
const VendorDashboardPage = part(() => import('../vendors/vendor-dashboard-page.tsx'), 'VendorDashboardPage')
const VendorServicesPage = part(() => import('../quotes/vendor-services-page.tsx'), 'VendorServicesPage')
const HomeDashboardPage = part(() => import('../buildings/home-dashboard-page.tsx'), 'HomeDashboardPage')
const BillingPage = part(() => import('../billing/billing-page.tsx'), 'BillingPage')
const BuildingPage = part(() => import('../buildings/building-page.tsx'), 'BuildingPage')
const ServicesPage = part(() => import('../services/services-page.tsx'), 'ServicesPage')

const resident = (label: string, icon: MenuIcon) => ({ of: 'resident', label, icon }) as const
const vendor = (label: string, icon: MenuIcon) => ({ of: 'vendor', label, icon }) as const

/** A placeholder of the admin area (section 2, screen 16). */
function admin(path: `/admin/${string}`, label: string, icon: MenuIcon, title: string, description: string) {
  const menu = { of: 'admin', label, icon } as const
  return {
    path,
    page: 'admin',
    audience: admins,
    title,
    menu,
    screen: placeholder(title, description),
  } as const
}

/** Every screen (section 2). It drives the router, the guard, the menus and the page keys. */
export const routes: readonly AppRoute[] = [
  { path: '/', page: 'landing', audience: 'everyone', title: 'Love your HOA', screen: LandingScreen },
  { path: '/login', page: 'login', audience: 'signed-out', title: 'Sign In', screen: LoginPage },
  { path: '/signup', page: 'signup', audience: 'signed-out', title: 'Join', screen: SignupPage },
  {
    path: '/reset-password',
    page: 'login',
    audience: 'everyone',
    title: 'Choose a new password',
    screen: ResetPasswordPage,
  },
  {
    path: '/confirm-email',
    page: 'login',
    audience: 'everyone',
    title: 'Confirm your e-mail address',
    screen: ConfirmEmailPage,
  },
  { path: '/dashboard', page: 'landing', audience: 'signed-in', title: 'Dashboard' },

  {
    path: '/vendor/dashboard',
    page: 'vendor',
    audience: vendors,
    title: 'Vendor Dashboard',
    menu: vendor('Dashboard', 'home'),
    screen: VendorDashboardPage,
  },
  {
    path: '/vendor/services',
    page: 'vendor',
    audience: vendors,
    title: 'Services & Appointments',
    menu: vendor('Services & Appointments', 'services'),
    screen: VendorServicesPage,
  },
  {
    path: '/vendor/quotes',
    page: 'vendor',
    audience: vendors,
    title: 'Services & Appointments',
    screen: VendorServicesPage,
  },
  {
    path: '/vendor/appointments',
    page: 'vendor',
    audience: vendors,
    title: 'Services & Appointments',
    screen: VendorServicesPage,
  },
  {
    path: '/vendor/invoices',
    page: 'vendor',
    audience: vendors,
    title: 'Invoices',
    menu: vendor('Invoices', 'invoice'),
    screen: placeholder('Invoices', 'Create invoices for finished visits and see what has been paid.'),
  },
  {
    path: '/vendor/profile',
    page: 'vendor',
    audience: vendors,
    title: 'Vendor Settings',
    menu: vendor('Profile', 'person'),
    screen: VendorSettingsPage,
  },

  {
    path: '/home/dashboard',
    page: 'home',
    audience: residents,
    title: 'Dashboard',
    menu: resident('Dashboard', 'home'),
    screen: HomeDashboardPage,
  },
  {
    path: '/home/building',
    page: 'home',
    audience: residents,
    title: 'Building Management',
    menu: resident('Manage Building', 'building'),
    screen: BuildingPage,
  },
  {
    path: '/home/billing',
    page: 'home',
    audience: residents,
    title: 'HOA Payments',
    menu: resident('My Billing', 'invoice'),
    screen: BillingPage,
  },
  {
    path: '/home/services',
    page: 'home',
    audience: residents,
    title: 'Services & Appointments',
    menu: resident('Services & Appointments', 'services'),
    screen: ServicesPage,
  },
  {
    path: '/home/voting',
    page: 'home',
    audience: residents,
    title: 'Voting',
    menu: resident('Voting', 'vote'),
    screen: placeholder('Voting', 'Vote on the questions that your building decides together.'),
  },
  {
    path: '/home/payments',
    page: 'home',
    audience: residents,
    title: 'HOA Payments',
    menu: resident('HOA Payments', 'payment'),
    screen: BillingPage,
  },
  {
    path: '/home/settings',
    page: 'home',
    audience: residents,
    title: 'Account Settings',
    menu: resident('Settings', 'settings'),
    screen: SettingsPage,
  },
  {
    path: '/home/captain/members',
    page: 'home',
    audience: residents,
    captainOnly: true,
    title: 'Building Members',
    screen: placeholder('Building Members', 'See who lives in your building and welcome new neighbors.'),
  },
  {
    path: '/home/captain/settings',
    page: 'home',
    audience: residents,
    captainOnly: true,
    title: 'Building Settings',
    screen: placeholder('Building Settings', 'Decide how your building requests and accepts services.'),
  },

  admin('/admin/overview', 'Overview', 'home', 'Admin Overview', 'The whole city at a glance.'),
  admin('/admin/users', 'Users', 'people', 'User Management', 'Find people and manage their accounts.'),
  admin('/admin/buildings', 'Buildings', 'building', 'Building Management', 'Every building on the portal.'),
  admin('/admin/vendors', 'Vendors', 'vendor', 'Vendor Management', 'Every vendor and what they offer.'),
  admin(
    '/admin/services',
    'Services',
    'services',
    'Service Catalog',
    'The service types buildings can ask for.',
  ),
  admin('/admin/quotes', 'All Quotes', 'quote', 'All Quotes', 'Every quote that vendors have sent.'),
  admin(
    '/admin/appointments',
    'Appointments',
    'calendar',
    'All Appointments',
    'Every visit, past and coming.',
  ),
  admin('/admin/billing', 'Billing Overview', 'invoice', 'Billing Overview', 'Monthly fees and payments.'),
  admin(
    '/admin/documents',
    'Documents',
    'document',
    'Document Management',
    'The documents buildings keep here.',
  ),
  admin('/admin/announcements', 'Announcements', 'announcement', 'Announcements', 'News for every building.'),
  admin('/admin/voting', 'Voting Management', 'vote', 'Voting Management', 'The votes that buildings hold.'),
  admin('/admin/audit', 'Audit Logs', 'audit', 'Audit Logs', 'Who changed what, and when.'),
  admin('/admin/settings', 'Settings', 'settings', 'Admin Settings', 'How the portal itself is set up.'),
]

/** The route of an address, if it is one of ours. */
export function routeAt(pathname: string): AppRoute | undefined {
  const path = pathOf(pathname)
  return routes.find((route) => route.path === path)
}
