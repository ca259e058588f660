// Rules: [5.vendor.9] [V6.2.7]

import { type InputWrapperProps, TextInput, type TextInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ChangeEvent } from 'react'
import classes from './fields.module.css'
import { fieldError } from './form-errors.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { PasswordField } from './password-field.tsx'
import { PhoneField } from './phone-field.tsx'

type Field = Pick<
  TextInputProps,
  'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'placeholder' | 'spellCheck'
> & {
  label: string
  /** Of six columns; on a phone only state and zip share a row. */
  width?: 'third' | 'sixth' | 'full'
  /** Masked; a new password comes with advice on its strength. */
  secret?: 'new' | 'known'
  /** Formatted while it is typed. */
  phone?: true
}

const number: Partial<Field> = { inputMode: 'numeric', autoComplete: 'off', width: 'third' }
const secret: Partial<Field> = { secret: 'known', autoComplete: 'new-password' }
const newSecret: Partial<Field> = { ...secret, secret: 'new' }

const fields = {
  first_name: { label: 'First Name', autoComplete: 'given-name' },
  last_name: { label: 'Last Name', autoComplete: 'family-name' },
  company_name: { label: 'Company Name', autoComplete: 'organization', width: 'full' },
  address: { label: 'Street Address', autoComplete: 'address-line1', width: 'full' },
  city: { label: 'City', autoComplete: 'address-level2' },
  state: {
    label: 'State',
    autoComplete: 'address-level1',
    autoCapitalize: 'characters',
    width: 'sixth',
  },
  zip_code: {
    label: 'Zip Code',
    autoComplete: 'postal-code',
    inputMode: 'numeric',
    width: 'third',
  },
  unit_number: { label: 'Unit Number', autoComplete: 'address-line2' },
  email: { label: 'Email', type: 'email', inputMode: 'email', autoComplete: 'email', spellCheck: false },
  phone: {
    label: 'Phone',
    type: 'tel',
    inputMode: 'tel',
    autoComplete: 'tel',
    placeholder: '(555) 123-4567',
    phone: true,
  },
  password: { label: 'Password', ...newSecret },
  confirm_password: { label: 'Confirm Password', ...secret },
  current_password: {
    label: 'Current Password',
    secret: 'known',
    autoComplete: 'current-password',
    width: 'full',
  },
  new_password: { label: 'New Password', ...newSecret },
  confirm_new_password: { label: 'Confirm New Password', ...secret },
  number_of_floors: { label: 'Number of Floors', ...number },
  number_of_units: { label: 'Number of Units', ...number },
  square_feet: { label: 'Square Feet', ...number },
} satisfies Record<string, Field>

type FieldName = keyof typeof fields

/** A mismatch is marked at the second field, and can be mended in the first. */
const REPEATED: Partial<Record<FieldName, FieldName>> = {
  password: 'confirm_password',
  new_password: 'confirm_new_password',
}

/** What others know of a person, so that their password should not hold it. */
const KNOWN = ['first_name', 'last_name', 'company_name', 'email', 'address'] satisfies FieldName[]

type Props<Name extends FieldName> = {
  form: UseFormReturnType<Record<Name, string>>
  names: readonly Name[]
  optional?: readonly Name[]
  /** Whether a dialog focuses the first field when it opens. */
  focusFirst?: boolean
  /** One field per row, or three per row on a wide screen; otherwise each field has its own width. */
  layout?: 'stacked' | 'thirds'
  /** What others know of the person and the form doesn't hold. */
  about?: readonly string[]
}

/** Fields of a form in rows, each with its label, its keyboard and its autofill. */
export function Fields<Name extends FieldName>({
  form,
  names,
  optional = [],
  focusFirst = true,
  layout,
  about = [],
}: Props<Name>) {
  const values: Partial<Record<FieldName, string>> = form.values
  const known = [...about, ...KNOWN.flatMap((name) => values[name] || [])]
  return (
    <div className={classes.grid} data-layout={layout}>
      {names.map((name, index) => {
        const { secret, phone, width, ...field }: Field = fields[name]
        const { onChange, error, ...bound } = form.getInputProps(name)
        const isOptional = optional.includes(name)
        const props = {
          ...bound,
          name,
          label: field.label,
          error: fieldError(field.label, form.values[name], error),
          autoComplete: field.autoComplete,
          required: !isOptional,
          withAsterisk: false,
          description: isOptional ? 'Optional' : undefined,
          inputWrapperOrder: [
            'label',
            'input',
            'error',
            'description',
          ] as InputWrapperProps['inputWrapperOrder'],
          'data-autofocus': (focusFirst && index === 0) || undefined,
          wrapperProps: { 'data-width': width },
        }
        const again = REPEATED[name]
        const type = (event: ChangeEvent<HTMLInputElement>) => {
          onChange(event)
          if (again !== undefined && values[again]) form.clearFieldError(again)
        }
        if (secret === 'new') {
          return (
            <NewPasswordField
              key={name}
              {...props}
              value={form.values[name]}
              facts={known}
              width={width}
              onChange={type}
            />
          )
        }
        if (phone) return <PhoneField key={name} {...field} {...props} onText={onChange} />
        return secret ? (
          <PasswordField key={name} {...props} onChange={type} />
        ) : (
          <TextInput key={name} {...field} {...props} onChange={type} />
        )
      })}
    </div>
  )
}
