import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

/** The screen of a placeholder page: its title and one line. */
function placeholder(title: string, description: string) {
  return function PlaceholderPage() {
    return (
      <Page>
        <PageHeader title={title} lead={description} />
      </Page>
    )
  }
}

// [2.placeholder.admin-*]
export const AdminOverviewPage = placeholder('Admin Overview', 'The whole city at a glance.')
export const AdminUsersPage = placeholder('User Management', 'Find people and manage their accounts.')
export const AdminBuildingsPage = placeholder('Building Management', 'Every building on the portal.')
export const AdminQuotesPage = placeholder('All Quotes', 'Every quote that vendors have sent.')
export const AdminAppointmentsPage = placeholder('All Appointments', 'Every visit, past and coming.')
export const AdminDocumentsPage = placeholder('Document Management', 'The documents buildings keep here.')
export const AdminAnnouncementsPage = placeholder('Announcements', 'News for every building.')
export const AdminAuditPage = placeholder('Audit Logs', 'Who changed what, and when.')
