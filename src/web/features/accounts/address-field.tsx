import { Combobox, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { addressLine, SUGGEST_FROM } from '../../../domain/buildings/address.ts'
import { queryClient, trpc } from '../../api.ts'
import { fieldError } from '../../forms/form-errors.ts'
import { portalSettings } from '../../portal-settings.ts'
import classes from './address-field.module.css'
import type { Suggestion } from './maps.ts'

const LABEL = 'Street Address'
const TYPING_MS = 250
const TIMEOUT_MS = 4000

// [2.resident-signup.9]
type Props = { form: UseFormReturnType<Record<'address' | 'city' | 'state' | 'zip_code', string>> }

/**
 * 'Street Address' with suggestions. Choosing one also fills city, state and zip.
 * [2.resident-signup.14]
 */
export function AddressField({ form }: Props) {
  const { suggestions, prepare, suggest, close } = useAddressSuggestions()
  const combobox = useCombobox({ opened: suggestions.length > 0, onDropdownClose: close })
  const { onChange, onFocus, onBlur, error, ...bound } = form.getInputProps('address')

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
            label={LABEL}
            error={fieldError(LABEL, form.values.address, error)}
            required
            withAsterisk={false}
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

type SuggestionSource = (typed: string) => Promise<Suggestion[]>

/** Addresses of buildings in the portal. */
const known: SuggestionSource = async (typed) => {
  const found = await queryClient.fetchQuery(trpc.buildings.suggest.queryOptions({ address: typed }))
  return found.map((address) => ({ line: addressLine(address), address: async () => address }))
}

/**
 * Suggests addresses while one is typed: from the maps service if it has a key, otherwise, or if it fails, from the known
 * buildings. Without suggestions it is a plain field, so failures show no message.
 * [2.resident-signup.13]
 */
function useAddressSuggestions() {
  const [suggestions, setSuggestions] = useState<Suggestion[]>([])
  const maps = useRef<Promise<SuggestionSource>>(undefined)
  const latest = useRef(0)

  /** Loads the maps service's script. Call it when the field gets the focus. */
  function prepare(): void {
    const key = portalSettings.maps_key
    if (key === null || maps.current) return
    maps.current = import('./maps.ts').then(({ openMaps }) => openMaps(key))
    maps.current.catch(() => undefined) // find() handles the failure.
  }

  async function find(typed: string): Promise<Suggestion[]> {
    try {
      if (maps.current) return await withTimeout(maps.current.then((source) => source(typed)))
    } catch {
      maps.current = Promise.resolve(known)
    }
    return known(typed).catch(() => [])
  }

  const search = useDebouncedCallback(async (typed: string, turn: number) => {
    const found = await find(typed)
    if (turn === latest.current) setSuggestions(found)
  }, TYPING_MS)

  /** Looks up suggestions for the field's text. */
  function suggest(typed: string): void {
    latest.current += 1
    if (typed.trim().length < SUGGEST_FROM) setSuggestions([])
    else search(typed.trim(), latest.current)
  }

  /** Removes the suggestions. Late answers are ignored. */
  function close(): void {
    latest.current += 1
    setSuggestions([])
  }

  return { suggestions, prepare, suggest, close }
}

/** Rejects after a timeout, too. */
function withTimeout<T>(answer: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('Too late')), TIMEOUT_MS))
  return Promise.race([answer, late])
}
