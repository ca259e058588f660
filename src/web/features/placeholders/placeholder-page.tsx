import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

/** The screen of a placeholder page: its title and one line. */
export function placeholder(title: string, description: string) {
  return function PlaceholderPage() {
    return (
      <Page>
        <PageHeader title={title} lead={description} />
      </Page>
    )
  }
}
