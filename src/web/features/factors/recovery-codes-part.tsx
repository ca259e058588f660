import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import { trpc } from '../../api.ts'
import { LazyProofDialog } from '../../forms/lazy-proof-dialog.ts'
import { refreshAfter } from '../../refresh.ts'
import { SecurityPart } from './security-part.tsx'

type Props = { left: number; hasApp: boolean; onCodes: (codes: string[]) => void }

/** How many codes are left, and new ones. */
export function RecoveryCodesPart({ left, hasApp, onCodes }: Props) {
  const [asking, setAsking] = useState(false)
  const make = useMutation(trpc.factors.makeRecoveryCodes.mutationOptions())
  return (
    <SecurityPart
      title="Recovery codes"
      lead={`Each signs you in once if you lose your device. ${left} of ${LIMITS.recovery_codes} left.`}
      action={{ label: 'Make new codes', onClick: () => setAsking(true) }}
      dialog={
        asking && (
          <LazyProofDialog
            title="Make new recovery codes"
            lead="The codes that you have now will no longer work."
            action="Make New Codes"
            hasApp={hasApp}
            onClose={() => setAsking(false)}
            onProven={async (proof) => {
              const { recovery_codes } = await make.mutateAsync(proof)
              setAsking(false)
              onCodes(recovery_codes)
              void refreshAfter('recovery_codes_made')
            }}
          />
        )
      }
    />
  )
}
