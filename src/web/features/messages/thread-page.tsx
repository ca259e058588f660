import { IconMailbox } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { z } from 'zod'
import { id } from '../../../domain/text.ts'
import { useViewer } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'

// Its scripts are named here, and not in what every screen loads.
const ThreadView = lazyPart(() => import('./thread-view.tsx'), 'ThreadView')

const ThreadAddress = z.object({ quote: id.nullable().catch(null) })

/** What a building's officers and the vendor of an accepted quote write to each other. Product 2.10 */
export function ThreadPage() {
  const search = useLocation({ select: (location) => location.search })
  const side = useViewer()?.kind === 'vendor' ? 'vendor' : 'captain'
  const { quote } = ThreadAddress.parse(search)
  return (
    <Page width="narrow">
      {quote === null ? (
        <>
          <PageHeader title="Messages" />
          <EmptyState
            icon={<IconMailbox size={30} stroke={1.6} />}
            title="No service chosen"
            action={
              <ButtonLink to={side === 'vendor' ? '/vendor/services' : '/home/services'}>
                Your services
              </ButtonLink>
            }
          >
            Open an accepted service, and choose its messages there.
          </EmptyState>
        </>
      ) : (
        <Suspense fallback={<RowSkeletons count={3} label="Loading the messages…" />}>
          <ThreadView key={quote} quoteId={quote} side={side} />
        </Suspense>
      )}
    </Page>
  )
}
