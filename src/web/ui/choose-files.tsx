import { Button, FileButton } from '@mantine/core'
import { useRef } from 'react'
import { notify } from './notify.tsx'

/** A file with the id that it gets: sent again, it is there once. */
export type ChosenFile = { id: string; file: File }

type Props = {
  label: string
  accept: string
  /** How many there are, and how many there may be, said in `tooMany`. */
  count: number
  most: number
  tooMany: string
  busy?: boolean
  onChoose: (files: ChosenFile[]) => void
}

/** Chooses files, so many that there are never too many. */
export function ChooseFiles({ label, accept, count, most, tooMany, busy = false, onChoose }: Props) {
  // Let the person choose the same files again.
  const reset = useRef<() => void>(null)
  const room = Math.max(0, most - count)
  return (
    <FileButton
      resetRef={reset}
      multiple
      accept={accept}
      disabled={room === 0 || busy}
      onChange={(files) => {
        reset.current?.()
        if (files.length > room) notify.error(tooMany)
        const chosen = files.slice(0, room).map((file) => ({ id: crypto.randomUUID(), file }))
        if (chosen.length > 0) onChoose(chosen)
      }}
      inputProps={{ 'aria-label': label }}
    >
      {(props) => (
        <Button {...props} variant="default" loading={busy}>
          {label}
        </Button>
      )}
    </FileButton>
  )
}
