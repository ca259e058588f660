import { useState } from 'react'
import { useKeptState } from './use-draft.ts'

/** useOpened for a dialog that is open again after a reload and after signing in, with its draft. */
export function useKeptOpened(name: string) {
  const [opened = false, set] = useKeptState<true>(name)
  const [wanted, setWanted] = useState(opened)
  function open(): void {
    setWanted(true)
    set(true)
  }
  return { wanted, open, dialog: { opened, onClose: () => set(undefined) } }
}
