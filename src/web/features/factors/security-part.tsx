import { Button, Title } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import classes from './security.module.css'

type Props = {
  title: string
  lead: string
  action?: { label: string; onClick: () => void } | undefined
  children?: ReactNode
  /** A dialog, in a script of its own. */
  dialog?: ReactNode
}

/** One part of 'Sign-in & Security': its title, its button, and what it lists. */
export function SecurityPart({ title, lead, action, children, dialog }: Props) {
  return (
    <div className={classes.part}>
      <div className={classes.head}>
        <Title order={3} size="h4">
          {title}
        </Title>
        {action && (
          <Button size="sm" variant="default" onClick={action.onClick}>
            {action.label}
          </Button>
        )}
      </div>
      <p>{lead}</p>
      {children}
      <Suspense fallback={null}>{dialog}</Suspense>
    </div>
  )
}
