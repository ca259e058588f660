import { useEffect, useEffectEvent } from 'react'

/** Closers of what is open, the topmost last. */
const open: (() => void)[] = []

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || event.repeat) return
  // A list that is open inside the dialog closes first.
  if (
    event.target instanceof Element &&
    event.target.getAttribute('data-mantine-stop-propagation') === 'true'
  )
    return
  open.at(-1)?.()
}

/** While `opened`, Escape closes it, unless another dialog is above it. Mantine's own way closes all of them. */
export function useEscapeCloses(opened: boolean, onClose: () => void, mayClose = true): void {
  const close = useEffectEvent(() => {
    if (mayClose) onClose()
  })
  useEffect(() => {
    if (!opened) return
    const closeThis = () => close()
    if (open.length === 0) window.addEventListener('keydown', onKeyDown, { capture: true })
    open.push(closeThis)
    return () => {
      open.splice(open.indexOf(closeThis), 1)
      if (open.length === 0) window.removeEventListener('keydown', onKeyDown, { capture: true })
    }
  }, [opened])
}
