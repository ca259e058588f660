import { IconMailbox } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { z } from 'zod'
import { id } from '../../../domain/text.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { CardSkeletons } from '../../ui/skeletons.tsx'

// Its scripts are named here, and not in what every screen loads.
const ComparisonView = lazyPart(() => import('./comparison-view.tsx'), 'ComparisonView')

const CompareAddress = z.object({ service: id.nullable().catch(null) })

/** The quotes of a service side by side, for its building's board: on a screen, on paper, as PDF and CSV. Product 2.5 */
export function ComparePage() {
  const search = useLocation({ select: (location) => location.search })
  const { service } = CompareAddress.parse(search)
  return (
    <Page>
      {service === null ? (
        <NothingToCompare />
      ) : (
        <Suspense
          fallback={
            <>
              <PageHeader title="Compare Quotes" />
              <CardSkeletons label="Loading the quotes…" />
            </>
          }
        >
          <ComparisonView key={service} serviceId={service} />
        </Suspense>
      )}
    </Page>
  )
}

function NothingToCompare() {
  return (
    <>
      <PageHeader title="Compare Quotes" />
      <EmptyState
        icon={<IconMailbox size={30} stroke={1.6} />}
        title="No service chosen"
        action={<ButtonLink to="/home/services">Your services</ButtonLink>}
      >
        Open a service that waits for a decision, and choose Compare Quotes there.
      </EmptyState>
    </>
  )
}
