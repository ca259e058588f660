import { PasswordInput, type PasswordInputProps } from '@mantine/core'

// Named without the word 'password', so that only the field itself answers to its label.
const toggle = { 'aria-label': 'Show what is typed' }

/** A password with a button, reachable by keyboard, that shows what is typed. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput {...props} visibilityToggleFocusable visibilityToggleButtonProps={toggle} />
}
