import type { MenuEntry, Screen } from '../feature.ts'
import type { KnownViewer } from '../session/session.ts'
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

type MenuViewer = Pick<KnownViewer, 'role' | 'kind'>

/** The entries of a viewer's menu. The bar adds 'Sign Out' at the end. [2.menu.order] */
export function menuOf({ role, kind }: MenuViewer): (MenuEntry & { path: string })[] {
  const name = role === 'admin' ? 'admin' : role === 'contractor' ? 'vendor' : 'resident'
  const entryOf = ({ menu, crew }: Screen): MenuEntry | undefined =>
    kind === 'crew' ? crew && { ...crew, of: 'crew' } : menu?.of === name ? menu : undefined
  return screens
    .flatMap((screen) => {
      const entry = entryOf(screen)
      return entry ? [{ ...entry, path: screen.path }] : []
    })
    .sort((one, other) => one.order - other.order)
}

/** The address of the menu entry for a page: its own, or that of the screen it shows at another tab. [2.menu.current] */
export function currentEntry(viewer: MenuViewer, pathname: string): string | undefined {
  const here = screenAt(pathname)
  const entries = menuOf(viewer).map(({ path }) => path)
  return (
    entries.find((path) => path === here?.path) ??
    entries.find((path) => screenAt(path)?.title === here?.title)
  )
}
