import '../../ui/styles.ts'
import { Component, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { PageFailed } from '../../ui/page-failed.tsx'
import { Frame } from '../frame.tsx'
import { Theme } from '../theme.tsx'
import { TopBar } from '../top-bar.tsx'

type Props = { page: string; children: ReactNode }

/**
 * Hydrates the prerendered page in a browser. Returns the page, which the build renders.
 * [2.shell.10]
 */
export function hydrate(props: Props): ReactNode {
  const page = <PublicPage {...props} />
  const root = typeof document === 'undefined' ? null : document.getElementById('root')
  if (root) hydrateRoot(root, page)
  return page
}

/** A page for signed-out visitors as the build renders it and the browser hydrates it. */
function PublicPage({ page, children }: Props) {
  return (
    <Theme>
      <Frame bar={<TopBar />} page={page}>
        <ErrorBoundary>{children}</ErrorBoundary>
      </Frame>
    </Theme>
  )
}

/** These pages have no router, which would catch errors elsewhere. */
class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? <PageFailed /> : this.props.children
  }
}
