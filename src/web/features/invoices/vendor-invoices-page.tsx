import { Button } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import { useKeptState } from '../../forms/use-draft.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DraftLastMonth } from './draft-last-month.tsx'
import { InvoiceList } from './invoice-list.tsx'
import type { OpenedInvoice } from './invoice-text.ts'
import { MonthlyDrafts } from './monthly-drafts.tsx'
import classes from './vendor-invoices-page.module.css'

const InvoiceDialog = lazyPart(() => import('./invoice-dialog.tsx'), 'InvoiceDialog')

/** What a vendor asks for its finished visits. [2.placeholder.vendor-invoices] Product 3.1 */
export function VendorInvoicesPage() {
  const [opened, setOpened] = useKeptState<OpenedInvoice>('opened invoice')
  // What the dialog shows stays until it has closed; each opening is a new one.
  const [shown, setShown] = useState(opened)
  const [turn, setTurn] = useState(0)

  // Loaded after the list: nobody opens it earlier.
  useEffect(() => void InvoiceDialog.preload(), [])

  function show(next: OpenedInvoice): void {
    setOpened(next)
    setShown(next)
  }
  function open(next: OpenedInvoice): void {
    setTurn(turn + 1)
    show(next)
  }

  return (
    <Page>
      <PageHeader
        title={<span id="invoices">Invoices</span>}
        lead="Create invoices for finished visits and see what has been paid."
        action={
          <div className={classes.actions}>
            <DraftLastMonth />
            <Button onClick={() => open({ step: 'choose' })} aria-haspopup="dialog">
              Create Invoice
            </Button>
          </div>
        }
      />
      <MonthlyDrafts />
      <InvoiceList onOpen={open} />
      <Suspense fallback={null}>
        {shown && (
          <InvoiceDialog
            key={turn}
            shown={shown}
            onShow={show}
            opened={opened !== undefined}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </Page>
  )
}
