import { Suspense } from 'react'
import { formatMonthDay, today } from '../../../domain/calendar.ts'
import { documentTypeLabel } from '../../../domain/documents/document-type.ts'
import { formatFileSize } from '../../../domain/file-size.ts'
import { CITY_TIME_ZONE, cityToday } from '../../city.ts'
import classes from '../../ui/cards-table.module.css'
import { CardsTable } from '../../ui/cards-table.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { DocumentActionsProps } from './document-actions.tsx'
import type { BuildingDocument } from './document-list.ts'
import { EditableName } from './document-name.tsx'
import own from './documents-table.module.css'
import { ViewDocument } from './view-document.tsx'

// [2.building.9]
const columns = ['Name', 'Type', 'Size', 'Uploader', 'Date']

// Loaded after the list: nobody opens it earlier.
const DocumentActions = lazyPart(() => import('./document-actions.tsx'), 'DocumentActions')

type Props = Omit<DocumentActionsProps, 'document'> & { documents: BuildingDocument[]; canManage: boolean }

/**
 * One row a document, newest first; on a phone each row is a card. Changes are for those who manage documents.
 * [2.building.10-12] [9.default.4]
 */
export function DocumentsTable({ documents, canManage, shown, onReplace }: Props) {
  return (
    <CardsTable labelledBy="documents" columns={columns} actions>
      {documents.map((document) => (
        <tr key={document.id} className={classes.row}>
          <th scope="row" className={classes.name}>
            <EditableName document={document} shown={shown} canManage={canManage} />
          </th>
          <td data-label="Type" className={`${classes.cell} ${classes.short}`}>
            {documentTypeLabel(document.document_type)}
          </td>
          <td data-label="Size" className={`${classes.cell} ${classes.short}`}>
            {formatFileSize(document.file_size)}
          </td>
          <td data-label="Uploader" className={`${classes.cell} ${own.uploader}`}>
            {document.uploaded_by ?? 'Unknown'}
          </td>
          <td data-label="Date" className={`${classes.cell} ${classes.short}`}>
            {formatMonthDay(today(new Date(document.created_at), CITY_TIME_ZONE), cityToday())}
          </td>
          <td className={`${classes.cell} ${classes.actions}`}>
            <div className={own.actions}>
              <ViewDocument document={document} />
              {canManage && (
                <Suspense fallback={null}>
                  <DocumentActions document={document} shown={shown} onReplace={onReplace} />
                </Suspense>
              )}
            </div>
          </td>
        </tr>
      ))}
    </CardsTable>
  )
}
