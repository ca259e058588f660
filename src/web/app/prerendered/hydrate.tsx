import '../../ui/styles.ts'
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { PublicPage, type PublicPageProps } from './public-page.tsx'

/**
 * Hydrates the prerendered page in a browser. Returns the page, which the build renders.
 * [2.shell.10]
 */
export function hydrate(props: PublicPageProps): ReactNode {
  const page = <PublicPage {...props} />
  const root = typeof document === 'undefined' ? null : document.getElementById('root')
  if (root) hydrateRoot(root, page)
  return page
}
