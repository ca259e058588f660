import { useDidUpdate } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import classes from './dialog-step.module.css'

/**
 * The content of a dialog that goes from one step to another in place. The step that replaces another takes the
 * focus and starts at its top, so that keyboards and screen readers go on there.
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
