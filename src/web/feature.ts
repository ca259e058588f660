import type { Power, Role } from '../domain/viewer.ts'
import type { MenuIconName } from './app/menu-icon.tsx'
import type { Part, ScreenQuery, Section } from './ui/sections.tsx'

type ShownTo = 'everyone' | 'signed-out' | 'signed-in' | readonly Role[]
type PageKey = 'landing' | 'login' | 'signup' | 'vendor' | 'home' | 'admin'

export const residentRoles: readonly Role[] = ['homeowner', 'member', 'captain']
export const vendorRoles: readonly Role[] = ['contractor']
export const adminRoles: readonly Role[] = ['admin']

export type MenuEntry = {
  of: 'admin' | 'vendor' | 'crew' | 'resident'
  label: string
  icon: MenuIconName
  /** The lowest comes first. */
  order: number
  /** A count of the session that is shown beside the label: what waits behind it for the person. */
  counts?: 'waiting'
}

/** One screen: its address, who may see it, and its name in the window and the menu. */
export type Screen = {
  path: `/${string}`
  page: PageKey
  shownTo: ShownTo
  /** Only for residents with this power; the others get their dashboard. */
  power?: Power
  title: string
  menu?: MenuEntry
  /** A vendor's screen that its crew sees, too, with its entry in their menu. Product 1.8 */
  crew?: Omit<MenuEntry, 'of' | 'counts'>
  /** Shows what was kept of the last visit before the network answers: session/kept.ts. */
  offline?: true
  /** What it shows first. `search` is the address from its question mark on. */
  queries?: (search: string) => readonly ScreenQuery[]
  /** A screen without one only redirects. */
  component?: Part<object>
}

/** Everything that a feature adds to the browser's side. app/features.ts joins the manifests of all features. */
export type WebFeature = {
  screens?: readonly Screen[]
  /** Parts of other features' screens. */
  sections?: readonly Section[]
}
