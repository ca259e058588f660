import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { renamedDocument } from '../../domain/documents/document-name.ts'
import { DOCUMENT_MESSAGES } from '../../domain/documents/messages.ts'
import { trpc } from '../api.ts'
import { atOnce } from '../at-once.ts'
import { reasonOf } from '../errors.ts'
import { notify } from '../ui/notify.tsx'
import classes from './document-name.module.css'
import type { BuildingDocument } from './documents-table.tsx'
import { type Draft, RenameForm } from './rename-form.tsx'

const renaming = atOnce(
  trpc.documents.list.queryKey(),
  (documents: BuildingDocument[], { id, file_name }: { id: string; file_name: string }) =>
    documents.map((document) =>
      document.id === id
        ? { ...document, file_name: renamedDocument(document.document_type, file_name) }
        : document,
    ),
  [trpc.documents.pathKey()],
)

/** A document's name; a captain can change it where it stands. */
export function DocumentName({ document, captain }: { document: BuildingDocument; captain: boolean }) {
  const { id, file_name } = document
  const [draft, setDraft] = useState<Draft | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasRenaming = useRef(false)
  const newest = useRef('')
  // One after the other: the name that was saved last is the one that stays.
  const scope = { id: `document ${id}` }
  const rename = useMutation(trpc.documents.rename.mutationOptions({ ...renaming, scope }))

  // Who went in by the button comes out at the button.
  const isRenaming = draft !== null
  useEffect(() => {
    if (wasRenaming.current && !isRenaming) button.current?.focus()
    wasRenaming.current = isRenaming
  }, [isRenaming])

  async function save(name: string, typed: string): Promise<void> {
    setDraft(null)
    newest.current = name
    try {
      await rename.mutateAsync({ id, file_name: name })
      notify.success(DOCUMENT_MESSAGES.renamed)
    } catch (failure) {
      const error = reasonOf(failure)
      notify.error(DOCUMENT_MESSAGES.renameFailed(error))
      if (newest.current !== name) return // another name has been saved since
      // What was typed is not lost, nor is the place of somebody who is elsewhere by now.
      const here = button.current === globalThis.document.activeElement
      setDraft((open) => open ?? { typed, error, here })
    }
  }

  if (draft)
    return <RenameForm document={document} draft={draft} onSave={save} onCancel={() => setDraft(null)} />
  return (
    <span className={classes.name}>
      <span className={classes.text}>{file_name}</span>
      {captain && (
        <ActionIcon
          ref={button}
          variant="subtle"
          size="lg"
          aria-label={`Rename ${file_name}`}
          onClick={() => setDraft({ typed: file_name, error: null, here: true })}
        >
          <IconPencil size={18} stroke={1.8} />
        </ActionIcon>
      )}
    </span>
  )
}
