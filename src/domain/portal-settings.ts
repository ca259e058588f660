import type { Clocks } from './clocks.ts'
import { PRODUCT, TAGLINE } from './product.ts'

/** The operator's settings that every page needs, signed in or not. The server writes them into the page's head. */
export type PortalSettings = {
  city_name: string
  time_zone: string
  /** The UTC offsets of `time_zone`. */
  clocks: Clocks
  /** Without a trailing slash. */
  images_url: string
  maps_key: string | null
  /** Whether payments through Stripe are set up. */
  takes_payments: boolean
}

/** The name of the meta element that carries the settings as JSON. */
export const SETTINGS_META = 'portal-settings'

/** Slots in the prerendered pages for the operator's settings. The server fills them in. */
export const SLOTS = {
  images_url: '__images_url__',
  /** The portal's public address, for absolute links. */
  public_url: '__public_url__',
  /** The URL of the link preview image. */
  preview_url: '__preview_url__',
} as const

/** The prerendered pages for signed-out visitors, complete without JavaScript, by file name. */
export const PUBLIC_PAGES = {
  landing: { path: '/', title: `${TAGLINE} · ${PRODUCT}` },
  login: { path: '/login', title: `Sign In · ${PRODUCT}` },
  signup: { path: '/signup', title: `Join · ${PRODUCT}` },
} as const

/** The screens with a prerendered shell, shown until the session is known, by file name. */
export const SHELLS = {
  'home-dashboard': '/home/dashboard',
  'vendor-dashboard': '/vendor/dashboard',
} as const
