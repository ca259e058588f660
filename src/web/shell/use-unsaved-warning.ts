import { useBlocker } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { queryClient } from '../api.ts'
import { isSigningOut, sessionQuery } from '../session.ts'
import { confirm } from '../ui/confirm-dialog.tsx'

const question = {
  title: 'Unsaved changes',
  question: 'You have changes that are not saved. Leave this page without saving them?',
  action: 'Leave',
  danger: true,
} as const

/** The forms on this page that hold edits. */
const edited = new Set<string>()

/** Whether the person may sign out now: asks when edits would be lost. */
export async function mayLeave(): Promise<boolean> {
  return edited.size === 0 || confirm(question)
}

/** Asks before edits are lost: to another screen by a dialog of ours, out of the portal by the browser's own. */
export function useUnsavedWarning(dirty: boolean): void {
  const form = useId()
  useEffect(() => {
    if (!dirty) return
    edited.add(form)
    return () => {
      edited.delete(form)
    }
  }, [dirty, form])
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || isLeaving()) return false
      return !(await confirm(question))
    },
  })
}

/** Who signs out was asked before that, and who is signed out can't save any more: there is nothing to ask. */
function isLeaving(): boolean {
  return isSigningOut() || queryClient.getQueryData(sessionQuery().queryKey) === null
}
