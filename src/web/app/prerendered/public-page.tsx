import type { ReactNode } from 'react'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { Frame } from '../frame.tsx'
import { Theme } from '../theme.tsx'
import { TopBar } from '../top-bar.tsx'

export type PublicPageProps = { page: string; children: ReactNode }

/** A page for signed-out visitors as the build renders it and the browser hydrates it. */
export function PublicPage({ page, children }: PublicPageProps) {
  return (
    <Theme>
      <Frame bar={<TopBar />} page={page}>
        <ErrorBoundary>{children}</ErrorBoundary>
      </Frame>
    </Theme>
  )
}
