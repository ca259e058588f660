import { useBlocker } from '@tanstack/react-router'
import { queryClient, trpc } from '../api.ts'
import { sessionQuery } from '../session.ts'
import { confirm } from '../ui/confirm-dialog.tsx'

const question = {
  title: 'Unsaved changes',
  question: 'You have changes that are not saved. Leave this page without saving them?',
  action: 'Leave',
  danger: true,
} as const

/** Asks before edits are lost: to another screen by a dialog of ours, out of the portal by the browser's own. */
export function useUnsavedWarning(dirty: boolean): void {
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || isLeaving()) return false
      return !(await confirm(question))
    },
  })
}

/** Who signs out, or is signed out, can't save any more: there is nothing to ask. */
function isLeaving(): boolean {
  const signingOut = queryClient.isMutating({ mutationKey: trpc.accounts.signOut.mutationKey() }) > 0
  return signingOut || queryClient.getQueryData(sessionQuery().queryKey) === null
}
