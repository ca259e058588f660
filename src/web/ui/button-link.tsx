import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from './link.tsx'

type Props = ButtonProps & {
  to: string
  search?: Record<string, string>
  onClick?: () => void
  children: ReactNode
}

/** A link to another screen that looks like a button. */
export function ButtonLink({ to, search, children, ...button }: Props) {
  return (
    <Button component={Link} to={to} search={search} {...button}>
      {children}
    </Button>
  )
}
