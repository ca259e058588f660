import { useBlocker } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { queryClient } from '../api.ts'
import { isSigningOut, sessionQuery } from '../session/session.ts'
import { confirm } from '../ui/confirm-dialog.tsx'

const question = {
  title: 'Unsaved changes',
  question: 'You have changes that are not saved. Leave this page without saving them?',
  action: 'Leave',
  danger: true,
} as const

/** The forms on this page with unsaved edits. */
const edited = new Set<string>()

/** Asks before signing out if edits would be lost. True if the person may go. */
export async function mayLeave(): Promise<boolean> {
  return edited.size === 0 || confirm(question)
}

/**
 * Asks before edits are lost: with our dialog before another screen, with the browser's own before leaving the portal.
 * [2.account.7] [2.vendor-settings.6]
 */
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
      return !(await confirm({ ...question, leaving: true }))
    },
  })
}

/** Sign-out has asked already, and a signed-out person can't save. */
function isLeaving(): boolean {
  return isSigningOut() || queryClient.getQueryData(sessionQuery().queryKey) === null
}
