import { useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { NoBuilding } from '../../ui/no-building.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import classes from './spending.module.css'
import { SpendingView } from './spending-view.tsx'

/** /home/spending: what a figure is made of, line by line. Product 3.5 */
export function SpendingPage() {
  const building = useSession()?.building
  return (
    <Page>
      <PageHeader
        eyebrow={building && (building.name ?? building.address)}
        title="Spending"
        lead={
          building &&
          'Every line of a figure. Open one to see the visit, its photos, the invoice, the quote and who decided.'
        }
      />
      {building ? <SpendingView /> : <NoBuilding />}
      {building && (
        <p className={classes.back}>
          <ButtonLink to="/home/budget" variant="default">
            Budget
          </ButtonLink>
        </p>
      )}
    </Page>
  )
}
