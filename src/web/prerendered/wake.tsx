import '../shell/styles.ts'
import type { ReactNode } from 'react'
import { hydrateRoot } from '../ui/react-root.ts'
import { PublicPage, type PublicPageProps } from './public-page.tsx'

/** In a browser: brings the page to life that was drawn when the portal was built. The page itself, for drawing it. */
export function wake(props: PublicPageProps): ReactNode {
  const page = <PublicPage {...props} />
  const root = typeof document === 'undefined' ? null : document.getElementById('root')
  if (root) hydrateRoot(root, page)
  return page
}
