// Rules: [2.shell.7] [2.shell.8] [V14.3.1]

import { hashKey, useMutation } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { queryClient, trpc } from '../api.ts'
import { reasonOf } from '../errors.ts'
import { dropOtherDrafts } from '../session/drafts.ts'
import { leaveElsewhere, sessionQuery } from '../session/session.ts'
import { notify } from '../ui/notify.tsx'

/** Between the tabs of this browser, which share the session. */
const CHANNEL = 'stoop.signed-out'

let channel: BroadcastChannel | undefined

const sessionKey = () => sessionQuery().queryKey

/** Sign out: this browser forgets all it had loaded for the person, in every tab, and shows the landing page. */
export function useSignOut() {
  const navigate = useNavigate()
  return useMutation({
    ...trpc.accounts.signOut.mutationOptions(),
    onSuccess: async () => {
      channel?.postMessage(null)
      notify.clear()
      // First the page that needs nobody signed in, or else the guard would lead to /login.
      await navigate({ to: '/' })
      queryClient.setQueryData(sessionKey(), null)
      forgetRest()
    },
    onError: (error) => notify.error(`You are still signed in. ${reasonOf(error)}`), // [8.silent.3]
  })
}

/** Follows a sign-out in another tab: what this one shows of the person goes at once. */
export function useSignOutElsewhere(): void {
  const navigate = useNavigate()
  const router = useRouter()
  const follow = useEffectEvent(async () => {
    const wasSignedIn = queryClient.getQueryData(sessionKey()) !== null
    // The live stream may tell first that the session has ended: then the guard has led to sign in again.
    const shouldGo = wasSignedIn || router.latestLocation.pathname === '/login'
    await leaveElsewhere(async () => {
      notify.clear()
      // An answer on its way would bring the person back.
      await queryClient.cancelQueries()
      queryClient.setQueryData(sessionKey(), null)
      if (shouldGo) await navigate({ to: '/' })
    })
    forgetRest()
  })
  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL)
    opened.onmessage = () => void follow()
    channel = opened
    return () => opened.close()
  }, [])
}

/** What a screen that works offline keeps of the person before, but for what is not sent yet. */
export async function forgetKept(): Promise<void> {
  await (await import('../session/kept.ts')).leaveKept()
}

function forgetRest(): void {
  dropOtherDrafts(null)
  void forgetKept()
  queryClient.removeQueries({ predicate: (query) => hashKey(query.queryKey) !== hashKey(sessionKey()) })
}
