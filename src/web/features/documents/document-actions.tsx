import '../../ui/part-styles.ts'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
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
      <Menu position="bottom-end" width={200} shadow="md" radius="md">
        <Menu.Target>
          <ActionIcon
            className={classes.more}
            variant="subtle"
            color="gray"
            size={44}
            radius="md"
            aria-label={`Actions for ${file_name}`}
          >
            <IconDots size={20} stroke={1.8} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => file.current?.click()}>Replace</Menu.Item>
          <Menu.Item color="red" onClick={remove}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
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
