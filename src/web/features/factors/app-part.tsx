import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../api.ts'
import { LazyProofDialog } from '../../forms/lazy-proof-dialog.ts'
import { refreshAfter } from '../../refresh.ts'
import { notify } from '../../ui/notify.tsx'
import { LazyAppDialog } from './dialogs.ts'
import { SecurityPart } from './security-part.tsx'

type Props = { isOn: boolean; onCodes: (codes: string[]) => void }

/** Turns the authenticator app on and off. */
export function AppPart({ isOn, onCodes }: Props) {
  const [asking, setAsking] = useState(false)
  const [uri, setUri] = useState<string | null>(null)
  const start = useMutation(trpc.factors.startApp.mutationOptions())
  const disable = useMutation(trpc.factors.disableApp.mutationOptions())
  const label = isOn ? 'Turn off' : 'Set up'

  return (
    <SecurityPart
      title="Authenticator app"
      lead={
        isOn
          ? 'On: signing in with your password also takes a code of the app.'
          : 'Off. With it, signing in with your password also takes a code of an app on your phone.'
      }
      action={{ label, onClick: () => setAsking(true) }}
      dialog={
        <>
          {' '}
          {asking && (
            <LazyProofDialog
              title={isOn ? 'Turn the authenticator app off' : 'Set up an authenticator app'}
              lead={
                isOn
                  ? 'Its codes are no longer asked for.'
                  : 'You need an authenticator app. Many password managers have one.'
              }
              action={isOn ? 'Turn Off' : 'Continue'}
              danger={isOn}
              hasApp={isOn}
              onClose={() => setAsking(false)}
              onProven={async (proof) => {
                if (isOn) {
                  await disable.mutateAsync(proof)
                  notify.success('Authenticator app turned off')
                  void refreshAfter('second_factor_disabled')
                } else setUri((await start.mutateAsync(proof)).uri)
                setAsking(false)
              }}
            />
          )}
          {uri && (
            <LazyAppDialog
              uri={uri}
              onClose={() => setUri(null)}
              onDone={(codes) => {
                setUri(null)
                notify.success('Authenticator app turned on')
                if (codes) onCodes(codes)
                void refreshAfter('second_factor_enabled')
              }}
            />
          )}
        </>
      }
    />
  )
}
