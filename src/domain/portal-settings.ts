import type { Clocks } from './clocks.ts'
import { PRODUCT, TAGLINE } from './product.ts'

/** What the operator set and every page needs, signed in or not; the server writes it into the page's head. */
export type PortalSettings = {
  city_name: string
  time_zone: string
  /** Of that zone. */
  clocks: Clocks
  /** No slash at its end. */
  images_url: string
  maps_key: string | null
}

/** The name of the meta element that carries the settings as JSON. */
export const SETTINGS_META = 'portal-settings'

/** Stands in the pages that are built ahead for what only the operator knows; the server puts the values in. */
export const SLOTS = {
  images_url: '__images_url__',
  /** The address of the portal, for links that must be whole. */
  public_url: '__public_url__',
  /** The address of the picture that is shown where somebody posts a link to the portal. */
  preview_url: '__preview_url__',
} as const

/** The pages that are built ahead for signed-out visitors, complete without JavaScript, by the name of their file. */
export const PUBLIC_PAGES = {
  landing: { path: '/', title: `${TAGLINE} · ${PRODUCT}` },
  login: { path: '/login', title: `Sign In · ${PRODUCT}` },
  signup: { path: '/signup', title: `Join · ${PRODUCT}` },
} as const

/** The screens that are built ahead as they stand until it is known who is there, by the name of their file. */
export const WAITING_PAGES = {
  'home-dashboard': '/home/dashboard',
  'vendor-dashboard': '/vendor/dashboard',
} as const
