import type { Role } from '../../domain/viewer.ts'
import type { MenuEntry, Screen } from '../feature.ts'
import type { Section } from '../ui/sections.tsx'
import { features } from './features.ts'

/** Every screen. The router, the guard, the menus and the page keys follow from it. [2.route.page-key] [2.route.unknown-known] */
export const screens: readonly Screen[] = features.flatMap((feature) => feature.screens ?? [])
export const sections: readonly Section[] = features.flatMap((feature) => feature.sections ?? [])

/** The screen at an address, if there is one. */
export function screenAt(pathname: string): Screen | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  return screens.find((screen) => screen.path === path)
}

/** The entries of a role's menu. The bar adds 'Sign Out' at the end. [2.menu.order] */
export function menuOf(role: Role): (MenuEntry & { path: string })[] {
  const name = role === 'admin' ? 'admin' : role === 'contractor' ? 'vendor' : 'resident'
  return screens
    .flatMap(({ path, menu }) => (menu?.of === name ? [{ ...menu, path }] : []))
    .sort((one, other) => one.order - other.order)
}

/** The address of the menu entry for a page: its own, or that of the screen it shows at another tab. [2.menu.current] */
export function currentEntry(role: Role, pathname: string): string | undefined {
  const here = screenAt(pathname)
  const entries = menuOf(role).map(({ path }) => path)
  return (
    entries.find((path) => path === here?.path) ??
    entries.find((path) => screenAt(path)?.title === here?.title)
  )
}
