import { Combobox, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { LIMITS } from '../../../domain/limits.ts'
import classes from './address-field.module.css'
import { useAddressSuggestions } from './use-address-suggestions.ts'

// [2.resident-signup.9]
type Props = { form: UseFormReturnType<Record<'address' | 'city' | 'state' | 'zip_code', string>> }

/**
 * 'Street Address' with suggestions. Choosing one also fills city, state and zip (section 2, screen 5).
 * [2.resident-signup.14]
 */
export function AddressField({ form }: Props) {
  const { suggestions, prepare, suggest, close } = useAddressSuggestions()
  const combobox = useCombobox({ opened: suggestions.length > 0, onDropdownClose: close })
  const { onChange, onFocus, onBlur, ...bound } = form.getInputProps('address')

  async function choose(line: string): Promise<void> {
    const suggestion = suggestions.find((each) => each.line === line)
    close()
    if (!suggestion) return
    try {
      // Parts that the service does not know keep what was typed.
      const parts = Object.entries(await suggestion.address()).filter(([, part]) => part !== '')
      form.setValues(Object.fromEntries(parts))
    } catch {
      form.setFieldValue('address', line) // At least the chosen line.
    }
  }

  return (
    <div className={classes.field}>
      {/* Not in a portal: screen readers ignore what is outside the dialog. */}
      <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false}>
        <Combobox.Target withExpandedAttribute autoComplete="address-line1">
          <TextInput
            {...bound}
            name="address"
            label="Street Address"
            required
            withAsterisk={false}
            maxLength={LIMITS.address}
            data-autofocus
            onChange={(event) => {
              onChange(event)
              combobox.resetSelectedOption()
              suggest(event.currentTarget.value)
            }}
            onFocus={(event) => {
              onFocus?.(event)
              prepare()
            }}
            onBlur={(event) => {
              onBlur?.(event)
              close()
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options aria-label="Addresses" className={classes.options}>
            {suggestions.map(({ line }) => (
              <Combobox.Option key={line} value={line} className={classes.option}>
                {line}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <VisuallyHidden role="status">{countText(suggestions.length)}</VisuallyHidden>
    </div>
  )
}

function countText(count: number): string {
  if (count === 0) return ''
  return count === 1 ? '1 address to choose from' : `${count} addresses to choose from`
}
