import type { PasswordInputProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { PASSWORD_MIN } from '../../domain/limits.ts'
import type { estimateStrength, Strength } from './estimate-strength.ts'
import classes from './new-password-field.module.css'
import { PasswordField } from './password-field.tsx'

/** Long enough that a screen reader says the result, not each letter's. */
const TYPING_MS = 500
const HINT = `At least ${PASSWORD_MIN} characters. Several words are stronger.`

type Estimate = typeof estimateStrength

type Props = PasswordInputProps & {
  value: string
  /** What others know of the person. */
  facts: readonly string[]
  /** Of the rows of a form (fields.module.css). */
  width?: string
}

/** A field for a new password, with advice on its strength. The advice never blocks: without its script there is none. [V6.2.5] */
export function NewPasswordField({ facts, width, onFocus, ...props }: Props) {
  const [estimate, setEstimate] = useState<Estimate | null>(null)
  const [typed] = useDebouncedValue(props.value, TYPING_MS)

  function load(): void {
    import('./estimate-strength.ts').then(
      (loaded) => setEstimate(() => loaded.estimateStrength),
      () => undefined,
    )
  }

  const strength: Strength | null =
    estimate && typed !== '' && props.value !== '' ? estimate(typed, facts) : null
  return (
    <div className={classes.field} data-width={width}>
      <PasswordField
        {...props}
        onFocus={(event) => {
          onFocus?.(event)
          load()
        }}
      />
      <div className={classes.strength} data-score={strength?.score}>
        <span className={classes.bar} aria-hidden>
          <span />
        </span>
        <p role="status" className={classes.words}>
          {strength ? strength.text : HINT}
        </p>
      </div>
    </div>
  )
}
