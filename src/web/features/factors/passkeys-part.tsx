import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { useState } from 'react'
import { formatLongDate, today } from '../../../domain/calendar.ts'
import type { Proof } from '../../../domain/factors/factor.ts'
import { trpc } from '../../api.ts'
import { CITY_TIME_ZONE } from '../../city.ts'
import { LazyProofDialog } from '../../forms/lazy-proof-dialog.ts'
import { refreshAfter } from '../../refresh.ts'
import { notify } from '../../ui/notify.tsx'
import rows from '../../ui/setting-rows.module.css'
import { SecurityPart } from './security-part.tsx'

type Passkey = inferOutput<typeof trpc.factors.get>['passkeys'][number]
type Props = { passkeys: Passkey[]; hasApp: boolean; onCodes: (codes: string[]) => void }

const day = (moment: string) => formatLongDate(today(new Date(moment), CITY_TIME_ZONE))

/** The passkeys, each with its button, and a new one. */
export function PasskeysPart({ passkeys, hasApp, onCodes }: Props) {
  const [adding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Passkey | null>(null)
  const start = useMutation(trpc.factors.startPasskey.mutationOptions())
  const add = useMutation(trpc.factors.addPasskey.mutationOptions())
  const remove = useMutation(trpc.factors.removePasskey.mutationOptions())

  async function addOne(proof: Proof, name: string) {
    const { makePasskey } = await import('../../session/passkey.ts')
    const options = await start.mutateAsync(proof)
    const { recovery_codes } = await add.mutateAsync({ name, response: await makePasskey(options) })
    setAdding(false)
    notify.success('Passkey added')
    if (recovery_codes) onCodes(recovery_codes)
    void refreshAfter('passkey_added')
  }

  async function removeOne({ id }: Passkey, proof: Proof) {
    await remove.mutateAsync({ id, ...proof })
    setLeaving(null)
    notify.success('Passkey removed')
    void refreshAfter('passkey_removed')
  }

  return (
    <SecurityPart
      title="Passkeys"
      lead="Sign in with your device’s lock instead of a password. Once you have one, we ask for it after the password, too."
      action={{ label: 'Add a passkey', onClick: () => setAdding(true) }}
      dialog={
        <>
          {' '}
          {adding && (
            <LazyProofDialog
              title="Add a passkey"
              lead="Your browser asks next where to keep it."
              action="Add Passkey"
              hasApp={hasApp}
              onClose={() => setAdding(false)}
              nameHint="So that you know it again: ‘My phone’"
              onProven={addOne}
            />
          )}
          {leaving && (
            <LazyProofDialog
              title={`Remove ${leaving.name}`}
              lead="It will no longer sign in here."
              action="Remove"
              danger
              hasApp={hasApp}
              onClose={() => setLeaving(null)}
              onProven={(proof) => removeOne(leaving, proof)}
            />
          )}
        </>
      }
    >
      {passkeys.length > 0 && (
        <ul className={rows.rows} aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <span>
                <strong>{passkey.name}</strong>
                <small>
                  {`Added ${day(passkey.created_at)} · `}
                  {passkey.last_used_at ? `last used ${day(passkey.last_used_at)}` : 'not used yet'}
                </small>
              </span>
              <Button
                size="sm"
                variant="default"
                onClick={() => setLeaving(passkey)}
                aria-label={`Remove ${passkey.name}`}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </SecurityPart>
  )
}
