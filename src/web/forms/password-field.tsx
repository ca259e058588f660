import { PasswordInput, type PasswordInputProps } from '@mantine/core'

// No 'password' in its name, so that only the field matches that label.
const toggle = { 'aria-label': 'Show what is typed' }

/** A password field with a button, reachable by keyboard, that shows what is typed. [V6.2.6] */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      {...props}
      aria-invalid={Boolean(props.error)} // which the library sets on its other fields
      visibilityToggleFocusable
      visibilityToggleButtonProps={toggle}
    />
  )
}
