import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { documentType } from '../../../domain/documents/document-type.ts'
import { DOCUMENT_MESSAGES } from '../../../domain/documents/messages.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import type { BuildingDocument } from './document-list.ts'

const BLOCKED = 'the browser did not open a new tab. Please allow pop-ups for this site and try again'

type Viewed = Pick<BuildingDocument, 'id' | 'file_name' | 'document_type'>

/** Opens a document in a new tab, by a link made for this one view. [2.building.13] */
export function ViewDocument({ document }: { document: Viewed }) {
  const link = useMutation(trpc.documents.link.mutationOptions())
  const { busy, run } = useSingleFlight()

  const view = () =>
    run(async () => {
      // Opened during the click: browsers block tabs that open later.
      const tab = openTab(document)
      try {
        if (!tab) throw new Error(BLOCKED)
        const { url } = await link.mutateAsync({ id: document.id })
        tab.location.replace(url)
      } catch (error) {
        tab?.close()
        notify.error(DOCUMENT_MESSAGES.openFailed(reasonOf(error)))
      }
    })

  return (
    <Button
      size="sm"
      variant="default"
      onClick={view}
      loading={busy}
      aria-label={`View ${document.file_name}`}
    >
      View
    </Button>
  )
}

/** A tab that shows progress. It stays where the browser saves the file instead of showing it. */
function openTab({ file_name, document_type }: Viewed): Window | null {
  const tab = window.open('', '_blank')
  if (!tab) return null
  tab.opener = null
  const { body } = tab.document
  tab.document.title = file_name
  body.style.cssText =
    'margin: 48px; font: 16px/1.55 system-ui, sans-serif; color: #1e2a25; background: #fbf7f0'
  body.textContent = documentType(document_type).shown
    ? `Opening ${file_name}…`
    : `Your browser saves ${file_name}. You can close this tab.`
  return tab
}
