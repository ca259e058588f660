import { ActionIcon, TextInput } from '@mantine/core'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isEmptyName, renamedDocument, renameForm, stemOf } from '../../../domain/documents/document-name.ts'
import { DOCUMENT_MESSAGES } from '../../../domain/documents/messages.ts'
import type { SearchedList } from '../../../domain/searched-list.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { optimistic } from '../../optimistic.ts'
import { notify } from '../../ui/notify.tsx'
import type { BuildingDocument, DocumentList } from './document-list.ts'
import classes from './document-name.module.css'

const renaming = (shown: SearchedList) =>
  optimistic(
    trpc.documents.list.queryKey(shown),
    (list: DocumentList, { id, file_name }: { id: string; file_name: string }) => ({
      ...list,
      documents: list.documents.map((document) =>
        document.id === id
          ? { ...document, file_name: renamedDocument(document.document_type, file_name) }
          : document,
      ),
    }),
    ['document_renamed'],
  )

type NameProps = { document: BuildingDocument; shown: SearchedList; canManage: boolean }

/** A document's name, which those who manage documents can change in place. [2.building.17] */
export function EditableName({ document, shown, canManage }: NameProps) {
  const { id, file_name } = document
  const [draft, setDraft] = useState<Draft | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasRenaming = useRef(false)
  const newest = useRef('')
  // In sequence, so that the last saved name stays.
  const scope = { id: `document ${id}` }
  const rename = useMutation(trpc.documents.rename.mutationOptions({ ...renaming(shown), scope }))

  // The focus returns to the button that opened the field.
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
      if (newest.current !== name) return // another name was saved since
      // Keeps the text, and the focus where it is by now.
      const here = button.current === globalThis.document.activeElement
      setDraft((open) => open ?? { typed, error, here })
    }
  }

  if (draft)
    return (
      <div className={classes.place}>
        <span className={classes.ghost} aria-hidden>
          {file_name}
        </span>
        <RenameForm document={document} draft={draft} onSave={save} onCancel={() => setDraft(null)} />
      </div>
    )
  return (
    <span className={classes.name}>
      <span className={classes.text} title={file_name}>
        {file_name}
      </span>
      {canManage && (
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

/** The text in the field, why it was refused, and whether the field takes the focus. */
type Draft = { typed: string; error: string | null; here: boolean }

type RenameProps = {
  document: BuildingDocument
  draft: Draft
  /** The valid name, and the text it came from. */
  onSave: (name: string, typed: string) => void
  onCancel: () => void
}

/**
 * The name as a field in its place: Enter saves, Escape leaves it as it was.
 * [2.building.14-16] [5.document.7]
 */
function RenameForm({ document: { file_name, document_type }, draft, onSave, onCancel }: RenameProps) {
  const [value, setValue] = useState(draft.typed)
  const [error, setError] = useState(draft.error)
  const field = useRef<HTMLInputElement>(null)

  const first = useRef(draft)
  const stem = useRef(stemOf(file_name, document_type).length)
  useEffect(() => {
    const { here, typed, error: refused } = first.current
    if (!here) return
    field.current?.focus()
    // The extension stays, so it is not selected; a refused name is corrected rather than typed again.
    if (refused === null) field.current?.setSelectionRange(0, stem.current)
    else field.current?.setSelectionRange(typed.length, typed.length)
  }, [])

  const refuse = (reason: string) => {
    setError(reason)
    field.current?.focus()
  }

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isEmptyName(document_type, value)) return refuse(DOCUMENT_MESSAGES.nameEmpty)
    const parsed = renameForm(document_type).safeParse({ file_name: value })
    if (!parsed.success) return refuse(parsed.error.issues[0]?.message ?? '')
    const name = parsed.data.file_name
    if (name === file_name) onCancel()
    else onSave(name, value)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onCancel()
  }

  return (
    <form className={classes.form} onSubmit={save} onKeyDown={onKeyDown} noValidate>
      <TextInput
        ref={field}
        className={classes.field}
        size="sm"
        aria-label="Document name"
        value={value}
        onChange={({ currentTarget }) => {
          setValue(currentTarget.value)
          setError(null)
        }}
        error={error}
        errorProps={{ role: 'alert' }}
        autoComplete="off"
        spellCheck={false}
      />
      <ActionIcon type="submit" size={36} aria-label="Save the name">
        <IconCheck size={18} stroke={2} />
      </ActionIcon>
      <ActionIcon size={36} variant="default" aria-label="Keep the old name" onClick={onCancel}>
        <IconX size={18} stroke={2} />
      </ActionIcon>
    </form>
  )
}
