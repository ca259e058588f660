import { Combobox, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ResidentStep2Form } from '../../domain/accounts/sign-up-steps.ts'
import { LIMITS } from '../../domain/limits.ts'
import classes from './address-field.module.css'
import { useAddressSuggestions } from './use-address-suggestions.ts'

type Props = { form: UseFormReturnType<ResidentStep2Form> }

/** 'Street Address' with addresses to choose from, each of which fills city, state and zip, too (section 2, screen 5). */
export function AddressField({ form }: Props) {
  const { suggestions, prepare, ask, close } = useAddressSuggestions()
  const combobox = useCombobox({ opened: suggestions.length > 0, onDropdownClose: close })
  const { onChange, onFocus, onBlur, ...bound } = form.getInputProps('address')

  async function choose(line: string): Promise<void> {
    const suggestion = suggestions.find((each) => each.line === line)
    close()
    if (!suggestion) return
    try {
      // Of what the service does not know, the person's own words stay.
      const parts = Object.entries(await suggestion.address()).filter(([, part]) => part !== '')
      form.setValues(Object.fromEntries(parts))
    } catch {
      form.setFieldValue('address', line) // a line is more than what was typed
    }
  }

  return (
    <div className={classes.field}>
      {/* Inside the dialog: screen readers know nothing of what is outside. */}
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
              ask(event.currentTarget.value)
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
      <VisuallyHidden role="status">{countWords(suggestions.length)}</VisuallyHidden>
    </div>
  )
}

function countWords(count: number): string {
  if (count === 0) return ''
  return count === 1 ? '1 address to choose from' : `${count} addresses to choose from`
}
