import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './document-name.module.css'
import type { BuildingDocument } from './documents-table.tsx'
import { RenameForm } from './rename-form.tsx'

/** A document's name; a captain can change it where it stands. */
export function DocumentName({ document, captain }: { document: BuildingDocument; captain: boolean }) {
  const [renaming, setRenaming] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasRenaming = useRef(false)

  // Who went in by the button comes out at the button.
  useEffect(() => {
    if (wasRenaming.current && !renaming) button.current?.focus()
    wasRenaming.current = renaming
  }, [renaming])

  if (renaming) return <RenameForm document={document} onDone={() => setRenaming(false)} />
  return (
    <span className={classes.name}>
      <span className={classes.text}>{document.file_name}</span>
      {captain && (
        <ActionIcon
          ref={button}
          variant="subtle"
          size="lg"
          aria-label={`Rename ${document.file_name}`}
          onClick={() => setRenaming(true)}
        >
          <IconPencil size={18} stroke={1.8} />
        </ActionIcon>
      )}
    </span>
  )
}
