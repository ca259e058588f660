import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** Loaded when somebody uses a passkey. */
const library = () => import('@simplewebauthn/browser')

/** Browsers refuse passkeys for a host that is a number. */
function requireNamedHost(): void {
  if (/^[\d.]+$|^\[/.test(window.location.hostname))
    throw new Error(
      'Passkeys don’t work at an address of numbers. Please open the portal by its name, on this machine as localhost.',
    )
}

/** Cancelled, timed out, or not possible on this device: the browser tells nobody which, so that sites learn nothing. */
async function asked<Answer extends { clientExtensionResults: object }>(
  ask: () => Promise<Answer>,
  failed: string,
) {
  requireNamedHost()
  try {
    const { clientExtensionResults: _, ...answer } = await ask() // the portal asks for no extensions
    return { ...answer, clientExtensionResults: {} }
  } catch (error) {
    const known = error instanceof Error && error.name === 'InvalidStateError'
    throw new Error(known ? 'This device has a passkey for your account already.' : failed)
  }
}

/** Makes a passkey on this device or another. Throws an Error with a message for the person. */
export function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  return asked(
    async () => (await library()).startRegistration({ optionsJSON }),
    'No passkey was made. Please try again.',
  )
}

/** Asks for a passkey of this portal, likewise. */
export function askForPasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON) {
  return asked(
    async () => (await library()).startAuthentication({ optionsJSON }),
    'No passkey was used. Please try again, or sign in with your password.',
  )
}
