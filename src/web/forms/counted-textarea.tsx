import { Textarea, type TextareaProps } from '@mantine/core'

type Props = Omit<TextareaProps, 'value'> & { value: string; maxLength: number }

/**
 * A text area with a character count below it. Takes the library's Textarea props, such as form.getInputProps().
 * [5.request.3]
 */
export function CountedTextarea({ value, maxLength, ...others }: Props) {
  return (
    <Textarea
      rows={4}
      {...others}
      value={value}
      maxLength={maxLength}
      description={`${value.length}/${maxLength} characters`}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    />
  )
}
