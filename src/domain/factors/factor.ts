import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { givenPassword } from '../password.ts'
import { id, text } from '../text.ts'

/** Six digits, also typed with a space in the middle. */
const appCode = text('Authenticator Code', LIMITS.code)
  .overwrite((value) => value.replace(/\s/g, ''))
  .regex(/^\d{6}$/, 'An authenticator code has 6 digits')

/** Letters and digits that nobody mixes up: 31 of them, so a code of ten has 49 bits. [V6.5.4] */
export const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten letters and digits in any case, with or without the hyphen; as they are stored. */
const recoveryCode = text('Recovery Code', LIMITS.code)
  .overwrite((value) =>
    value
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .replace(/^(.{5})(.{5})$/, '$1-$2'),
  )
  .regex(/^[a-z0-9]{5}-[a-z0-9]{5}$/, 'A recovery code has 10 letters and digits')

/** What a change of factors or sessions asks for: the current password, or a code of the authenticator app. [V7.5.1] */
export const proofFields = {
  current_password: givenPassword('Current Password').optional(),
  code: appCode.optional(),
}
/** Whether it is one of the two. */
export const isOneProof = ({ current_password, code }: Proof) =>
  (current_password === undefined) !== (code === undefined)
export const PROOF_MISSING = 'Current Password is required'
/** Made for each schema: the library changes it. */
export const missingProof = () => ({ path: ['current_password'], message: PROOF_MISSING })

export type Proof = { current_password?: string | undefined; code?: string | undefined }

/** A change of one's own account, with its proof. */
export const Proven = z.strictObject(proofFields).refine(isOneProof, missingProof())
/** The same for one passkey or session. */
export const ProvenById = z.strictObject({ id, ...proofFields }).refine(isOneProof, missingProof())

export const EnterCode = z.strictObject({ code: appCode })
export const EnterRecoveryCode = z.strictObject({ recovery_code: recoveryCode })

// What a browser returns of a passkey: bytes in base64url. The library checks everything else.
const invalidAnswer = 'The answer of the passkey is not valid'
const word = (max: number) => z.string(invalidAnswer).max(max, invalidAnswer)
const bytes = (max: number) => word(max).regex(/^[\w-]*={0,2}$/, invalidAnswer)
const passkeyAnswer = <Answer extends z.ZodRawShape>(response: Answer) =>
  z.object(
    {
      id: bytes(1400),
      rawId: bytes(1400),
      type: z.literal('public-key', invalidAnswer),
      authenticatorAttachment: z.enum(['platform', 'cross-platform'], invalidAnswer).optional(),
      clientExtensionResults: z.object({}, invalidAnswer),
      response: z.object({ clientDataJSON: bytes(4000), ...response }, invalidAnswer),
    },
    invalidAnswer,
  )

export const AddPasskey = z.strictObject({
  name: text('Name', LIMITS.name),
  response: passkeyAnswer({
    attestationObject: bytes(20_000),
    transports: z.array(word(20), invalidAnswer).max(10, invalidAnswer).optional(),
  }),
})

export const SignInByPasskey = z.strictObject({
  response: passkeyAnswer({
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: bytes(200).optional(),
  }),
})

/** What may follow the right password: a code of the app, or a passkey. Recovery codes work for both. */
export type SecondStep = 'app' | 'passkey'

export const FACTOR_MESSAGES = {
  wrongCode: 'This code is not right. Please enter the newest one.',
  usedCode: 'This code was used already. Please wait for the next one.',
  wrongRecoveryCode: 'This recovery code is not right, or was used already.',
  appIsOn: 'The authenticator app is on already.',
  appIsOff: 'Please set up the authenticator app first.',
  tooManyPasskeys: `You can have at most ${LIMITS.passkeys} passkeys. Please remove one first.`,
  passkeyNotAdded: 'The passkey could not be added. Please try again.',
  unconfirmed: 'Please confirm your e-mail first: open the link that we sent to you.',
  noFactor: 'Recovery codes need a passkey or an authenticator app.',
} as const
