import { type ReactNode, Suspense, useState } from 'react'
import type { Proof } from '../../../domain/factors/factor.ts'
import { isEmailChange } from '../../../domain/profiles/profile.ts'
import { fieldOf } from '../../errors.ts'
import { LazyProofDialog } from '../../forms/lazy-proof-dialog.ts'

type AskedProof<Values> = {
  values: Values
  resolve: (saved: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Asks for the password before a form is saved with another e-mail address. Returns how the form saves, and the dialog.
 * [V7.5.1]
 */
export function useProvenEmail<Values extends { email: string }>(
  known: string,
  save: (values: Values & Proof) => Promise<unknown>,
): { save: (values: Values) => Promise<unknown>; dialog: ReactNode } {
  const [asked, setAsked] = useState<AskedProof<Values>>()

  function end(): void {
    setAsked(undefined)
  }

  async function saveProven(proof: Proof): Promise<void> {
    if (!asked) return
    try {
      asked.resolve(await save({ ...asked.values, ...proof }))
    } catch (error) {
      // The dialog says it where the proof was wrong, else the form.
      if (fieldOf(error) === 'current_password') throw error
      asked.reject(error)
    }
    end()
  }

  return {
    save: (values) =>
      isEmailChange({ email: known }, values.email.trim().toLowerCase())
        ? new Promise((resolve, reject) => setAsked({ values, resolve, reject }))
        : save(values),
    dialog: asked && (
      <Suspense fallback={null}>
        <LazyProofDialog
          title="Change your e-mail address"
          lead={`We send a link to ${asked.values.email.trim()}. Once it is opened, you sign in with that address.`}
          action="Save Changes"
          hasApp={false}
          onClose={() => {
            asked.reject(new Error('Another e-mail address takes your password.'))
            end()
          }}
          onProven={saveProven}
        />
      </Suspense>
    ),
  }
}
