import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Takes over what a person, or the browser for them, has filled in before the script of the page ran: a field that
 * shows something else than it was drawn with.
 */
export function useTypedBefore(
  form: RefObject<HTMLFormElement | null>,
  onTyped: (typed: Record<string, string>) => void,
): void {
  const tell = useEffectEvent(onTyped)
  useEffect(() => {
    const typed: Record<string, string> = {}
    for (const field of form.current?.elements ?? []) {
      const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
      if (isText && field.value !== field.defaultValue) typed[field.name] = field.value
    }
    if (Object.keys(typed).length > 0) tell(typed)
  }, [form])
}
