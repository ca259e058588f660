import { useDidUpdate } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import classes from './dialog-step.module.css'

/**
 * The content of a dialog with several steps. A new step takes the focus and starts at its top, so that keyboards and
 * screen readers continue there.
 */
export function DialogStep({ step, children }: { step: string; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  useDidUpdate(() => {
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'start' })
  }, [step])
  return (
    <div ref={panel} tabIndex={-1} className={classes.step}>
      {children}
    </div>
  )
}
