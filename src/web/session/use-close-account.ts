import { useMutation } from '@tanstack/react-query'
import type { Proof } from '../../domain/factors/factor.ts'
import { trpc } from '../api.ts'
import { dropOtherDrafts } from './drafts.ts'

/** Closes the person's account, and loads the landing page. Returns the function that does it, which throws a refusal. */
export function useCloseAccount(): (proof: Proof) => Promise<void> {
  const { mutateAsync } = useMutation(trpc.accounts.close.mutationOptions())
  return async (proof) => {
    await mutateAsync(proof)
    dropOtherDrafts(null)
    // A full load leaves nothing of the account in the browser.
    window.location.replace('/')
    await new Promise(() => undefined)
  }
}
