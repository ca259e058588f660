import { LoadFailed } from './load-failed.tsx'
import { Page } from './page.tsx'

/** Replaces a page that failed, or whose script did not load (a new version may be out), with a way to reload. */
export function PageFailed() {
  return (
    <Page>
      <LoadFailed reason="This page could not be shown." onRetry={() => window.location.reload()} />
    </Page>
  )
}
