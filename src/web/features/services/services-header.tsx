import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { trpc } from '../../api.ts'
import { useKeptState } from '../../forms/use-draft.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { PageHeader } from '../../ui/page-header.tsx'

// Loaded after the page: nobody opens it earlier.
const AddServiceDialog = lazyPart(() => import('./add-service-dialog.tsx'), 'AddServiceDialog')

/** The same above the list of services and above their calendar, so that nothing moves from one to the other. [2.services.2] */
export function ServicesHeader() {
  const services = useQuery(trpc.services.list.queryOptions())
  return (
    <PageHeader
      eyebrow="Manage your building services"
      title={services.data ? `Your Services (${services.data.length})` : 'Your Services'}
      action={<AddService />}
    />
  )
}

/**
 * Holds the dialog's state itself, so that opening it does not render the page behind it.
 * [2.services.3]
 */
function AddService() {
  const [adding = false, setAdding] = useKeptState<true>('adding a service')
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
