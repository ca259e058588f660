import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SpendingSection } from './spending-section.tsx'

/** /home/captain/settings: how the building decides. [2.placeholder.captain-settings] Product 4.3 */
export function CaptainSettingsPage() {
  return (
    <Page>
      <PageHeader title="Building Settings" lead="Decide how your building requests and accepts services." />
      <SpendingSection />
    </Page>
  )
}
