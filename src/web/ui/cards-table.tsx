import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './cards-table.module.css'

type Props = { labelledBy: string; columns: string[]; actions: boolean; children: ReactNode }

/** A table whose rows become cards on a phone; `actions` adds a column for the rows' buttons. */
export function CardsTable({ labelledBy, columns, actions, children }: Props) {
  return (
    <table className={classes.table} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className={classes.column}>
              {column}
            </th>
          ))}
          {actions && (
            <th scope="col" className={classes.column}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
