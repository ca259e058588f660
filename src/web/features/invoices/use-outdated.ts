import type { UseFormReturnType } from '@mantine/form'
import { useEffect } from 'react'
import { useKeptState } from '../../forms/use-draft.ts'

/**
 * Whether what is typed into a draft was begun over an earlier version of it: a colleague has saved another one since. It is kept as long as
 * what is typed. Returns what forgets it, too.
 */
export function useOutdated<Values extends Record<string, unknown>>(
  name: string,
  form: UseFormReturnType<Values>,
  version: number | undefined,
) {
  const [begun, setBegun] = useKeptState<number>(`${name} begun`, { stays: true })
  const dirty = form.isDirty()
  useEffect(() => {
    if (version !== undefined && dirty && begun === undefined) setBegun(version)
  })
  return { outdated: dirty && begun !== undefined && begun !== version, forget: () => setBegun(undefined) }
}
