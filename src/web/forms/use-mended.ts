import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useRef } from 'react'

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
