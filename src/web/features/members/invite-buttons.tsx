import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useKeptState } from '../../forms/use-draft.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import classes from './captain-members-page.module.css'

// Loaded after the page: nobody opens them earlier.
const LinkDialog = lazyPart(() => import('./link-dialog.tsx'), 'LinkDialog')
const ImportDialog = lazyPart(() => import('./import-dialog.tsx'), 'ImportDialog')
const AddTenantDialog = lazyPart(() => import('./add-tenant-dialog.tsx'), 'AddTenantDialog')

/** The ways to bring people in: a link, a file, or one person by hand. Product 4.1 */
export function InviteButtons() {
  const [linking, setLinking] = useState(false)
  const [importing, setImporting] = useState(false)
  const [adding = false, setAdding] = useKeptState<true>('adding a tenant')
  return (
    <div className={classes.buttons}>
      <Button onClick={() => setLinking(true)} aria-haspopup="dialog">
        Invite by Link
      </Button>
      <Button variant="default" onClick={() => setImporting(true)} aria-haspopup="dialog">
        Invite from CSV
      </Button>
      <Button variant="default" onClick={() => setAdding(true)} aria-haspopup="dialog">
        Add Tenant
      </Button>
      <Suspense fallback={null}>
        <LinkDialog opened={linking} onClose={() => setLinking(false)} />
        <ImportDialog opened={importing} onClose={() => setImporting(false)} />
        <AddTenantDialog opened={adding} onClose={() => setAdding(undefined)} />
      </Suspense>
    </div>
  )
}
