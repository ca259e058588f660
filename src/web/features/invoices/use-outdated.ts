import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useRef } from 'react'
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
  const wasDirty = useRef(false)
  // Only when it changes: what has just been saved is forgotten, though it still stands in the form.
  const follow = useEffectEvent((isDirty: boolean) => {
    if (isDirty && begun === undefined) setBegun(version)
    if (!isDirty && wasDirty.current) setBegun(undefined)
    wasDirty.current = isDirty
  })
  useEffect(() => follow(dirty), [dirty])
  return { outdated: dirty && begun !== undefined && begun !== version, forget: () => setBegun(undefined) }
}
