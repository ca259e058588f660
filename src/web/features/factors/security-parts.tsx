import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { trpc } from '../../api.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { AppPart } from './app-part.tsx'
import { CloseAccountPart } from './close-account-part.tsx'
import { LazyRecoveryCodesDialog } from './dialogs.ts'
import { PasskeysPart } from './passkeys-part.tsx'
import { RecoveryCodesPart } from './recovery-codes-part.tsx'
import { SessionsPart } from './sessions-part.tsx'

/** Passkeys, the app, recovery codes, sessions, and the end of the account. */
export function SecurityParts() {
  const factors = useQuery(trpc.factors.get.queryOptions())
  const sessions = useQuery(trpc.sessions.list.queryOptions())
  const [codes, setCodes] = useState<string[] | null>(null)
  if (factors.isLoadingError || sessions.isLoadingError) {
    const retry = () => Promise.all([factors.refetch(), sessions.refetch()])
    const busy = factors.isFetching || sessions.isFetching
    return <LoadFailed reason="Failed to load your sign-in settings" onRetry={retry} busy={busy} />
  }
  if (!factors.data || !sessions.data)
    return <RowSkeletons count={4} label="Loading your sign-in settings…" />
  const { app, passkeys, recovery_codes_left } = factors.data
  return (
    <>
      <PasskeysPart passkeys={passkeys} hasApp={app} onCodes={setCodes} />
      <AppPart isOn={app} onCodes={setCodes} />
      {(app || passkeys.length > 0) && (
        <RecoveryCodesPart left={recovery_codes_left} hasApp={app} onCodes={setCodes} />
      )}
      <SessionsPart sessions={sessions.data} hasApp={app} />
      <CloseAccountPart hasApp={app} />
      <Suspense fallback={null}>
        {codes && <LazyRecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
      </Suspense>
    </>
  )
}
