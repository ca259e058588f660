import type { Role } from '../../domain/viewer.ts'
import type { MenuIcon } from './menu-icons.ts'
import { type MenuName, routeAt, routes } from './routes.tsx'

export type MenuEntry = { path: string; label: string; icon: MenuIcon }

function menuName(role: Role): MenuName {
  if (role === 'admin') return 'admin'
  return role === 'contractor' ? 'vendor' : 'resident'
}

/** The entries of a role's menu (section 2); the bar adds 'Sign Out' at the end. */
export function menuOf(role: Role): MenuEntry[] {
  const name = menuName(role)
  return routes.flatMap(({ path, menu }) =>
    menu?.of === name ? [{ path, label: menu.label, icon: menu.icon }] : [],
  )
}

/** The address of the entry that stands for a page: its own, or that of the screen which it opens at another tab. */
export function currentEntry(role: Role, pathname: string): string | undefined {
  const here = routeAt(pathname)
  const entries = menuOf(role).map(({ path }) => path)
  return (
    entries.find((path) => path === here?.path) ??
    entries.find((path) => routeAt(path)?.title === here?.title)
  )
}
