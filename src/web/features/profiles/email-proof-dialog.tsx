import type { Proof } from '../../../domain/factors/factor.ts'
import { fieldOf } from '../../errors.ts'
import { LazyProofDialog } from '../../forms/lazy-proof-dialog.ts'

type Props = {
  email: string
  /** Saves with the proof. */
  save: (proof: Proof) => Promise<void>
  /** The form says why it was not saved. */
  onRefused: (error: unknown) => void
}

/** Asks for the password before another e-mail address is asked for. [V7.5.1] */
export function EmailProofDialog({ email, save, onRefused }: Props) {
  return (
    <LazyProofDialog
      title="Change your e-mail address"
      lead={`We send a link to ${email}. Once it is opened, you sign in with that address.`}
      action="Save Changes"
      onClose={() => onRefused(new Error('Another e-mail address takes your password.'))}
      onProven={async (proof) => {
        try {
          await save(proof)
        } catch (error) {
          // The dialog says it where the proof was wrong, else the form.
          if (fieldOf(error) === 'current_password') throw error
          onRefused(error)
        }
      }}
    />
  )
}
