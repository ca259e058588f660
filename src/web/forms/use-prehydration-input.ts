import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Passes on what was typed, or autofilled, before the form was hydrated: fields that differ from their rendered value. */
export function usePrehydrationInput(
  form: RefObject<HTMLFormElement | null>,
  onInput: (typed: Record<string, string>) => void,
): void {
  const pass = useEffectEvent(onInput)
  useEffect(() => {
    const typed: Record<string, string> = {}
    for (const field of form.current?.elements ?? []) {
      const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
      if (isText && field.value !== field.defaultValue) typed[field.name] = field.value
    }
    if (Object.keys(typed).length > 0) pass(typed)
  }, [form])
}
