import { type ReactNode, useState } from 'react'
import formClasses from './dialog-form.module.css'
import classes from './folded-fields.module.css'

type Props = {
  title: string
  /** What the folded fields say now. */
  text: string
  /** A field within has an error: it must be seen. */
  wrong: boolean
  /** Unfolded from the beginning. */
  open?: boolean
  children: ReactNode
}

/** Fields of a form that most people leave as they are, folded away until they are wanted. */
export function FoldedFields({ title, text, wrong, open = false, children }: Props) {
  const [opened, setOpened] = useState(open)
  return (
    <details
      className={classes.details}
      open={opened || wrong}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary>
        <span className={classes.title}>{title}</span>
        <span className={classes.text}>{text}</span>
      </summary>
      <div className={formClasses.form}>{children}</div>
    </details>
  )
}
