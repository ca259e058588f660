import { TextInput, type TextInputProps } from '@mantine/core'
import { type ChangeEvent, useState } from 'react'
import { editPhone, type ReadPhone } from '../../domain/phone.ts'

type Props = TextInputProps & { onText: (formatted: string) => void }

/**
 * A field for a US phone number, formatted while it is typed. The library that reads other notations loads with the first
 * focus; without it the plain ones are read.
 */
export function PhoneField({ onText, onFocus, ...props }: Props) {
  const [read, setRead] = useState<ReadPhone>()

  function load(): void {
    import('./read-phone.ts').then(
      ({ readPhone }) => setRead(() => readPhone),
      () => undefined,
    )
  }

  /** Written to the field here, so that the caret doesn't jump to the end. */
  function type({ currentTarget: field, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
    const forward = nativeEvent instanceof InputEvent && nativeEvent.inputType.endsWith('Forward')
    const { text, caret } = editPhone(field.value, field.selectionStart ?? field.value.length, forward, read)
    field.value = text
    if (field === document.activeElement) field.setSelectionRange(caret, caret)
    onText(text)
  }

  return (
    <TextInput
      {...props}
      onFocus={(event) => {
        onFocus?.(event)
        load()
      }}
      onChange={type}
    />
  )
}
