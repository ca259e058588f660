import { Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { DOCUMENT_EXTENSIONS } from '../../../domain/documents/document-type.ts'
import { DOCUMENT_MESSAGES } from '../../../domain/documents/messages.ts'
import type { SearchedList } from '../../../domain/searched-list.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { optimistic } from '../../optimistic.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import type { BuildingDocument, DocumentList } from './document-list.ts'
import classes from './documents-table.module.css'

const ACCEPTED = DOCUMENT_EXTENSIONS.map((extension) => `.${extension}`).join()

const deleting = (shown: SearchedList) =>
  optimistic(
    trpc.documents.list.queryKey(shown),
    ({ documents, total, listed, ...list }: DocumentList, { id }: { id: string }) => ({
      ...list,
      documents: documents.filter((document) => document.id !== id),
      total: total - 1,
      listed: listed - 1,
    }),
    ['document_deleted'],
  )

export type DocumentActionsProps = {
  document: BuildingDocument
  shown: SearchedList
  onReplace: (file: File, document: BuildingDocument) => void
}

/** The '···' of a document's row, for those who manage documents. */
export function DocumentActions({ document, shown, onReplace }: DocumentActionsProps) {
  const { id, file_name } = document
  const file = useRef<HTMLInputElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  const { mutateAsync } = useMutation(trpc.documents.delete.mutationOptions(deleting(shown)))

  async function remove(): Promise<void> {
    const question = DOCUMENT_MESSAGES.confirmDelete
    if (!(await confirm({ title: `Delete ${file_name}`, question, action: 'Delete', danger: true }))) return
    try {
      await mutateAsync({ id })
      notify.success(DOCUMENT_MESSAGES.deleted)
    } catch (error) {
      notify.error(DOCUMENT_MESSAGES.deleteFailed(reasonOf(error)))
    }
  }

  return (
    <>
      <RowMenu label={`Actions for ${file_name}`} width={200} className={classes.more} first={first}>
        <Menu.Item ref={first} onClick={() => file.current?.click()}>
          Replace
        </Menu.Item>
        <Menu.Item color="red" onClick={remove}>
          Delete
        </Menu.Item>
      </RowMenu>
      <input
        ref={file}
        type="file"
        hidden
        accept={ACCEPTED}
        aria-label={`The file that replaces ${file_name}`}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) onReplace(chosen, document)
          currentTarget.value = '' // or the same file could not be chosen again
        }}
      />
    </>
  )
}
