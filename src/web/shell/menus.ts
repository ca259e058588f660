import type { Role } from '../../domain/viewer.ts'
import type { MenuIcon } from './menu-icons.ts'
import { type MenuName, routes } from './routes.tsx'

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
