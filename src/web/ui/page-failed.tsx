import { LoadFailed } from './load-failed.tsx'
import { Page } from './page.tsx'

/** In place of a page that broke, or whose code could not be fetched (a new version may be out): load it afresh. */
export function PageFailed() {
  return (
    <Page>
      <LoadFailed reason="This page could not be shown." onRetry={() => window.location.reload()} />
    </Page>
  )
}
