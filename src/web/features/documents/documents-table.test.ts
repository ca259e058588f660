import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { queryClient } from '../../api.ts'
import { Theme } from '../../app/theme.tsx'
import type { BuildingDocument } from './document-list.ts'
import { DocumentsTable } from './documents-table.tsx'

const rules: BuildingDocument = {
  id: '0188d7a0-0000-7000-8000-00000000000a',
  file_name: 'House Rules.pdf',
  file_size: 2_411_724,
  document_type: 'pdf',
  uploaded_by: null,
  created_at: '2025-03-07T20:00:00.000Z',
}

function table(canManage: boolean): string {
  const documents = createElement(DocumentsTable, {
    documents: [rules],
    canManage,
    shown: { page: 1, search: null },
    onReplace: () => undefined,
  })
  const inside = createElement(QueryClientProvider, { client: queryClient }, documents)
  return renderToStaticMarkup(createElement(Theme, null, inside))
}

test('a document tells its name, type, size, uploader and date, and is viewed [2.building.9]', () => {
  const page = table(false)
  for (const column of ['Name', 'Type', 'Size', 'Uploader', 'Date']) expect(page).toContain(`>${column}<`)
  for (const text of ['House Rules.pdf', 'PDF', '2.3 MB', 'Mar 7, 2025', 'View'])
    expect(page).toContain(`>${text}<`)
})

test('an uploader who is not known is Unknown [9.default.4]', () => {
  expect(table(false)).toContain('>Unknown<')
})

test('only a captain renames [2.building.17]', () => {
  expect(table(true)).toContain('aria-label="Rename House Rules.pdf"')
  expect(table(false)).not.toContain('Rename')
})
