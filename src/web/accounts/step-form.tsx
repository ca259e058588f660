import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { ErrorText, SuccessText } from '../ui/message-box.tsx'
import classes from './step-form.module.css'

/** What a dialog last said about the step: a refusal, or that it is done. */
export type StepMessage = { tone: 'error' | 'success'; words: string } | null

type Props = {
  /** The words on the button that ends the step; Enter does the same. */
  action: string
  onSubmit: () => void
  onBack?: () => void
  message: StepMessage
  busy: boolean
  disabled?: boolean
  /** A quiet word beside the buttons. */
  note?: ReactNode
  children: ReactNode
}

/** One step of a dialog: its fields, and below them, always in sight, what went wrong and the way on. */
export function StepForm(props: Props) {
  const { action, onSubmit, onBack, message, busy, disabled, note, children } = props
  const form = useRef<HTMLFormElement>(null)
  const done = message?.tone === 'success'

  // The dialog itself takes the focus when it opens, and a person who goes through its tabs stays there. The step that
  // replaces another, and with it what had the focus, starts at its first field.
  useEffect(() => {
    if (document.activeElement === document.body) form.current?.querySelector('input')?.focus()
  }, [])

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className={classes.form}>
      <div className={classes.fields}>{children}</div>
      <div className={classes.foot}>
        {message?.tone === 'error' && <ErrorText>{message.words}</ErrorText>}
        {done && <SuccessText>{message.words}</SuccessText>}
        <div className={classes.actions}>
          {onBack && (
            <Button variant="default" onClick={onBack} disabled={busy || done}>
              Back
            </Button>
          )}
          {note && <span className={classes.note}>{note}</span>}
          <Button type="submit" loading={busy && !done} disabled={disabled || done} className={classes.next}>
            {action}
          </Button>
        </div>
      </div>
    </form>
  )
}
