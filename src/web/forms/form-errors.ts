import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { type ChangeEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { fieldOf } from '../errors.ts'

type AnyForm = Pick<UseFormReturnType<Record<string, unknown>>, 'getInputNode' | 'getValues' | 'setErrors'>

/** The first message of a refused form, and every field that has it. */
export function firstError(errors: FormErrors): { message: string; fields: string[] } {
  const [first] = Object.values(errors)
  const fields = Object.keys(errors).filter((field) => errors[field] === first)
  return { message: String(first ?? ''), fields }
}

/** Focuses the first field with an error. Schemas list their fields in the order of the screen. */
export function focusFirst(form: AnyForm, errors: FormErrors): void {
  const [field] = Object.keys(errors)
  if (field !== undefined) form.getInputNode(field)?.focus()
}

/** What stands at a field that is not right: an empty one has to be filled in. */
export function fieldError(label: string, value: string, error: ReactNode): ReactNode {
  return error && value.trim() === '' ? `${label} is required` : error
}

/** Shows errors at their fields, and focuses the first. */
export function showErrors(form: AnyForm, errors: FormErrors): void {
  form.setErrors(errors)
  focusFirst(form, errors)
}

/** The field of this form that the server refused, if it names one. */
export function refusedField(form: AnyForm, error: unknown): string | undefined {
  const field = fieldOf(error)
  // 'scope.depth' is within the value 'scope'.
  return field !== undefined && (field.split('.')[0] ?? '') in form.getValues() ? field : undefined
}

type PairForm = Pick<UseFormReturnType<Record<string, unknown>>, 'getInputProps' | 'clearFieldError'>

/** The props of one of two fields, such as the ends of a window, whose errors may be mended at either of them. */
export function pairInputProps(form: PairForm, name: string, partner: string) {
  const { onChange, ...props } = form.getInputProps(name)
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    onChange(event)
    form.clearFieldError(partner)
  }
  return { ...props, onChange: type }
}

/**
 * Calls `onMended` once no field has an error any more: what was said about the form is outdated. Editing a field takes its
 * error away.
 */
export function useMended(form: Pick<UseFormReturnType<never>, 'errors'>, onMended: () => void): void {
  const wrong = Object.keys(form.errors).length > 0
  const wasWrong = useRef(false)
  const clear = useEffectEvent(onMended)
  useEffect(() => {
    if (wasWrong.current && !wrong) clear()
    wasWrong.current = wrong
  }, [wrong])
}
