import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { queryClient } from '../api.ts'
import { dropDraft, keepDraft, keptDraft, VISITOR } from '../session/drafts.ts'
import { sessionQuery } from '../session/session.ts'

const person = () => queryClient.getQueryData(sessionQuery().queryKey)

/** Keeps a draft of this name, or drops it, for the person who is signed in now. */
function useDraftOf(name: string, stays: boolean) {
  const [owner] = useState(() => person()?.id ?? VISITOR)
  useEffect(() => {
    // Not kept when the person leaves the form: only when the session ends under it.
    return () => {
      if (!stays && person() !== null) dropDraft(owner, name)
    }
  }, [owner, name, stays])
  return {
    kept: () => keptDraft(owner, name),
    keep: (value: unknown) => keepDraft(owner, name, value),
    drop: () => dropDraft(owner, name),
  }
}

export const PASSWORDS = ['password', 'confirm_password']

type DraftOptions = {
  /** Fields that are never kept. */
  secret?: readonly string[]
  /** Kept until it is sent, also when its dialog closes. */
  stays?: boolean
}

/**
 * Keeps the edited values of a form until they are sent, so that a reload or the end of the session loses nothing.
 * Returns what drops them.
 */
export function useDraft(
  name: string,
  form: UseFormReturnType<Record<string, unknown>>,
  { secret = [], stays = false }: DraftOptions = {},
): () => void {
  const draft = useDraftOf(name, stays)
  const { values } = form
  const restored = useRef(false)
  const follow = useEffectEvent((values: Record<string, unknown>) => {
    if (!restored.current) {
      restored.current = true
      const kept = fitting(draft.kept(), values)
      if (Object.keys(kept).length > 0) form.setValues(kept)
      return
    }
    const edited = Object.entries(values).filter(([field]) => !secret.includes(field) && form.isDirty(field))
    if (edited.length > 0) draft.keep(Object.fromEntries(edited))
    else draft.drop()
  })
  // Before the first paint, so that nothing flickers.
  useLayoutEffect(() => follow(values), [values])
  return draft.drop
}

/** The kept values that this form still has: the page may be of a newer version. */
function fitting(kept: unknown, values: Record<string, unknown>): Record<string, unknown> {
  const fields = kept instanceof Object ? Object.entries(kept) : []
  const hasType = (value: unknown, other: unknown) =>
    typeof value === typeof other && Array.isArray(value) === Array.isArray(other)
  return Object.fromEntries(fields.filter(([field, value]) => hasType(value, values[field])))
}

/**
 * A state that outlives a reload and the end of the session like a draft: which dialog is open, and at what. With `stays` also when
 * its component goes.
 */
export function useKeptState<Value>(name: string, { stays = false }: Pick<DraftOptions, 'stays'> = {}) {
  const draft = useDraftOf(name, stays)
  const [value, setValue] = useState<Value | undefined>(() => draft.kept() as Value | undefined)
  function set(next: Value | undefined): void {
    setValue(next)
    if (next === undefined) draft.drop()
    else draft.keep(next)
  }
  return [value, set] as const
}
