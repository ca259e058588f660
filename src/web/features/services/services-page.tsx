import { Button } from '@mantine/core'
import { IconHomeHeart } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useState } from 'react'
import { may } from '../../../domain/viewer.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { useKeptState } from '../../forms/use-draft.ts'
import { ADDING_SERVICE } from '../../session/drafts.ts'
import { useSession, useViewer } from '../../session/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { NoBuilding } from '../../ui/no-building.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Sections, useSectionQueries } from '../../ui/sections.tsx'
import { CardSkeletons, RowSkeletons } from '../../ui/skeletons.tsx'
import { LegendItem } from '../../ui/status-badge.tsx'
import { CardGrid } from '../../ui/tone-card.tsx'
import { ViewLinks } from '../../ui/view-links.tsx'
import { WhenSettled } from '../../ui/when-settled.tsx'
import { type Service, ServiceCard } from './service-card.tsx'
import type { ServiceView } from './service-details.tsx'
import classes from './services-page.module.css'
import { belowServices, serviceNews, serviceViews } from './slots.ts'

// Loaded after the page: nobody opens them earlier.
const AddServiceDialog = lazyPart(() => import('./add-service-dialog.tsx'), 'AddServiceDialog')
const ServiceDialog = lazyPart(() => import('./service-dialog.tsx'), 'ServiceDialog')

const LOADING = <CardSkeletons label="Loading your services…" />

/** /home/services: the building's services, and the visits to come. */
export function ServicesPage() {
  const session = useSession()
  return <Page>{session?.building ? <BuildingServices /> : <WithoutBuilding />}</Page>
}

// [2.services.1]
function WithoutBuilding() {
  return (
    <>
      <PageHeader eyebrow="Manage your building services" title="Your Services" />
      <NoBuilding />
    </>
  )
}

// [2.services.2]
function BuildingServices() {
  const services = useQuery(trpc.services.list.queryOptions())
  const below = useSectionQueries(belowServices)
  const news = useSectionQueries(serviceNews)

  return (
    <>
      <PageHeader
        eyebrow="Manage your building services"
        title={services.data ? `Your Services (${services.data.length})` : 'Your Services'}
        action={<AddService />}
      />
      <ViewLinks label="Services and visits" view="/home/services" views={serviceViews} />
      <WhenSettled queries={[services, ...news, ...below]} skeleton={LOADING}>
        {services.data ? (
          <ServiceList services={services.data} />
        ) : services.isError ? (
          <LoadFailed
            reason={`Your services could not be loaded. ${reasonOf(services.error)}`}
            onRetry={() => services.refetch()}
            busy={services.isFetching}
          />
        ) : (
          LOADING
        )}
        {/* Together: one would push the others down. */}
        <Suspense fallback={<RowSkeletons />}>
          <Sections slot={belowServices} />
        </Suspense>
      </WhenSettled>
    </>
  )
}

/**
 * Holds the dialog's state itself, so that opening it does not render the page behind it.
 * [2.services.3]
 */
function AddService() {
  const requests = may(useViewer(), 'request_services')
  const [adding = false, setAdding] = useKeptState<true>(ADDING_SERVICE)
  if (!requests) return null
  return (
    <>
      <Button size="lg" onClick={() => setAdding(true)} aria-haspopup="dialog">
        + Add Service
      </Button>
      <Suspense fallback={null}>
        <AddServiceDialog opened={adding} onClose={() => setAdding(undefined)} />
      </Suspense>
    </>
  )
}

// [2.services.7] [2.services.17]
function ServiceList({ services }: { services: Service[] }) {
  const [shown, show] = useState<string>()
  const [view, setView] = useState<ServiceView>('details')
  const [opened, setOpened] = useState(false)
  const service = services.find(({ id }) => id === shown)
  const today = cityToday()
  const requests = may(useViewer(), 'request_services')
  const open = useCallback((id: string) => {
    show(id)
    setView('details')
    setOpened(true)
  }, [])

  if (services.length === 0) {
    return (
      <EmptyState icon={<IconHomeHeart size={30} stroke={1.6} />}>
        {requests ? 'No services added yet. Click "Add Service" to get started.' : 'No services added yet.'}
      </EmptyState>
    )
  }
  return (
    <>
      <div className={classes.legend}>
        <LegendItem tone="amber">Quotes pending</LegendItem>
        <LegendItem tone="green">Active</LegendItem>
      </div>
      <CardGrid>
        {services.map((each) => (
          <ServiceCard key={each.id} service={each} today={today} onOpen={open} />
        ))}
      </CardGrid>
      <Suspense fallback={null}>
        <ServiceDialog
          service={service}
          view={view}
          onView={setView}
          opened={opened}
          onClose={() => setOpened(false)}
        />
      </Suspense>
    </>
  )
}
