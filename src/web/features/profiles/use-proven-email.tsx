import { type ReactNode, Suspense, useState } from 'react'
import type { Proof } from '../../../domain/factors/factor.ts'
import { isEmailChange } from '../../../domain/profiles/profile.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

// Loaded when it opens: few people change their address.
const EmailProofDialog = lazyPart(() => import('./email-proof-dialog.tsx'), 'EmailProofDialog')

type Saving<Values> = { values: Values; resolve: (saved: unknown) => void; reject: (error: unknown) => void }

/** Returns how a form saves, with the password where its e-mail address changes, and the dialog that asks for it. [V7.5.1] */
export function useProvenEmail<Values extends { email: string }>(
  known: string,
  save: (values: Values & Proof) => Promise<unknown>,
): { save: (values: Values) => Promise<unknown>; dialog: ReactNode } {
  const [saving, setSaving] = useState<Saving<Values>>()
  return {
    save: (values) =>
      isEmailChange({ email: known }, values.email.trim().toLowerCase())
        ? new Promise((resolve, reject) => setSaving({ values, resolve, reject }))
        : save(values),
    dialog: saving && (
      <Suspense fallback={null}>
        <EmailProofDialog
          email={saving.values.email.trim()}
          save={async (proof) => {
            saving.resolve(await save({ ...saving.values, ...proof }))
            setSaving(undefined)
          }}
          onRefused={(error) => {
            saving.reject(error)
            setSaving(undefined)
          }}
        />
      </Suspense>
    ),
  }
}
