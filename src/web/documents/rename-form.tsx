import { ActionIcon, TextInput } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { DocumentName, renamedDocument, stemOf } from '../../domain/documents/document-name.ts'
import { DOCUMENT_MESSAGES } from '../../domain/documents/messages.ts'
import { DomainError } from '../../domain/errors.ts'
import { queryClient, trpc } from '../api.ts'
import { reasonOf } from '../errors.ts'
import { notify } from '../ui/notify.tsx'
import { useBusy } from '../ui/use-busy.ts'
import classes from './document-name.module.css'
import type { BuildingDocument } from './documents-table.tsx'

type Props = { document: BuildingDocument; onDone: () => void }

/** The name as a field in its place: Enter saves, Escape leaves it as it was (section 2, screen 7). */
export function RenameForm({ document: { id, file_name, document_type }, onDone }: Props) {
  const [value, setValue] = useState(file_name)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const { busy, run } = useBusy()
  const rename = useMutation(
    trpc.documents.rename.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.documents.pathKey() }),
    }),
  )

  // The extension stays, so it is not selected.
  const stem = useRef(stemOf(file_name, document_type).length)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(0, stem.current)
  }, [])

  const refuse = (words: string, reason: string) => {
    setError(reason)
    notify.error(words)
    field.current?.focus()
  }

  const save = (event: FormEvent) => {
    event.preventDefault()
    return run(async () => {
      const reason = reasonAgainst(value, document_type)
      if (reason === DOCUMENT_MESSAGES.nameEmpty) return refuse(reason, reason)
      if (reason !== null) return refuse(DOCUMENT_MESSAGES.renameFailed(reason), reason)
      if (value.trim() === file_name) return onDone()
      try {
        await rename.mutateAsync({ id, file_name: value })
        notify.success(DOCUMENT_MESSAGES.renamed)
        onDone()
      } catch (failure) {
        const words = reasonOf(failure)
        refuse(DOCUMENT_MESSAGES.renameFailed(words), words)
      }
    })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || busy) return
    event.stopPropagation()
    onDone()
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
        readOnly={busy}
        autoComplete="off"
        spellCheck={false}
      />
      <ActionIcon type="submit" size={36} aria-label="Save the name" loading={busy}>
        <IconCheck size={18} stroke={2} />
      </ActionIcon>
      <ActionIcon size={36} variant="default" aria-label="Keep the old name" disabled={busy} onClick={onDone}>
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
