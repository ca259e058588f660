import { useState } from 'react'

/** Whether a dialog is open, and whether it ever was: a part that loads when it opens first stays, so that it can close. */
export function useOpened() {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  return {
    wanted: state !== 'never',
    open: () => setState('open'),
    dialog: { opened: state === 'open', onClose: () => setState('closed') },
  }
}
