import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DocumentQueue } from './document-queue.tsx'

/** Vendor Management: what vendors show of themselves. [2.placeholder.admin-vendors] Product 2.6 */
export function VendorManagementPage() {
  return (
    <Page>
      <PageHeader title="Vendor Management" lead="Every vendor and what they offer." />
      <DocumentQueue />
    </Page>
  )
}
