import { Radio } from '@mantine/core'
import type { ComponentProps } from 'react'
import classes from './visit-dialog.module.css'

const SCOPES = [
  { value: 'this', label: 'This visit' },
  { value: 'later', label: 'This and later visits' },
  { value: 'all', label: 'All remaining visits' },
] as const

export type WhichVisits = (typeof SCOPES)[number]['value']

/** Which visits of a series a dialog is about. Product 1.3 */
export function WhichVisitsChoice(props: Omit<ComponentProps<typeof Radio.Group>, 'children' | 'label'>) {
  return (
    <Radio.Group {...props} label="Which visits">
      <div className={classes.scopes}>
        {SCOPES.map(({ value, label }) => (
          <Radio key={value} value={value} label={label} />
        ))}
      </div>
    </Radio.Group>
  )
}

export const isWhichVisits = (value: unknown): value is WhichVisits =>
  SCOPES.some((scope) => scope.value === value)
