import { Textarea, type TextareaProps } from '@mantine/core'
import { tooLong } from './too-long.ts'

type Props = Omit<TextareaProps, 'value' | 'maxLength'> & { value: string; max: number }

/**
 * A text area with a count of the characters that are sent, and at once a sentence when they are too many. Takes the library's
 * Textarea props, such as form.getInputProps(). [5.request.3]
 */
export function CountedTextarea({ value, max, error, ...others }: Props) {
  const sent = value.trim() // as the schemas count
  return (
    <Textarea
      rows={4}
      {...others}
      value={value}
      error={tooLong('The text', sent, max) ?? error}
      description={`${sent.length}/${max} characters`}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    />
  )
}
