import { hashKey, useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { queryClient, trpc } from '../api.ts'
import { reasonOf } from '../errors.ts'
import { sessionQuery } from '../session/session.ts'
import { notify } from '../ui/notify.tsx'

/** Sign out: this browser forgets all it had loaded for the person, and shows the landing page. */
export function useSignOut() {
  const navigate = useNavigate()
  const session = sessionQuery().queryKey
  return useMutation({
    ...trpc.accounts.signOut.mutationOptions(),
    onSuccess: async () => {
      notify.clear()
      // First the page that needs nobody signed in, or else the guard would lead to /login.
      await navigate({ to: '/' })
      queryClient.setQueryData(session, null)
      queryClient.removeQueries({ predicate: (query) => hashKey(query.queryKey) !== hashKey(session) })
    },
    onError: (error) => notify.error(`You are still signed in. ${reasonOf(error)}`), // [8.silent.3]
  })
}
