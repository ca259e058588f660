import { ActionIcon, TextInput } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { DocumentName, renamedDocument, stemOf } from '../../domain/documents/document-name.ts'
import { DOCUMENT_MESSAGES } from '../../domain/documents/messages.ts'
import { DomainError } from '../../domain/errors.ts'
import { notify } from '../ui/notify.tsx'
import classes from './document-name.module.css'
import type { BuildingDocument } from './documents-table.tsx'

/** What the field begins with, why that was refused before, and whether the person is at it. */
export type Draft = { typed: string; error: string | null; here: boolean }

type Props = {
  document: BuildingDocument
  draft: Draft
  /** The name that has passed, and how it was typed. */
  onSave: (name: string, typed: string) => void
  onCancel: () => void
}

/** The name as a field in its place: Enter saves, Escape leaves it as it was (section 2, screen 7). */
export function RenameForm({ document: { file_name, document_type }, draft, onSave, onCancel }: Props) {
  const [value, setValue] = useState(draft.typed)
  const [error, setError] = useState(draft.error)
  const field = useRef<HTMLInputElement>(null)

  const first = useRef(draft)
  const stem = useRef(stemOf(file_name, document_type).length)
  useEffect(() => {
    const { here, typed, error: refused } = first.current
    if (!here) return
    field.current?.focus()
    // The extension stays, so it is not selected; what was refused is mended rather than typed anew.
    if (refused === null) field.current?.setSelectionRange(0, stem.current)
    else field.current?.setSelectionRange(typed.length, typed.length)
  }, [])

  const refuse = (words: string, reason: string) => {
    setError(reason)
    notify.error(words)
    field.current?.focus()
  }

  const save = (event: FormEvent) => {
    event.preventDefault()
    const reason = reasonAgainst(value, document_type)
    if (reason === DOCUMENT_MESSAGES.nameEmpty) return refuse(reason, reason)
    if (reason !== null) return refuse(DOCUMENT_MESSAGES.renameFailed(reason), reason)
    const name = DocumentName.parse(value)
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
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
        error={error}
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

/** Why a name can't be a document's, or null. */
function reasonAgainst(name: string, document_type: BuildingDocument['document_type']): string | null {
  const parsed = DocumentName.safeParse(name)
  if (!parsed.success) return parsed.error.issues[0]?.message ?? DOCUMENT_MESSAGES.nameEmpty
  try {
    renamedDocument(document_type, parsed.data)
    return null
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}
