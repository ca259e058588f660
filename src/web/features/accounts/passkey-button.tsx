import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { trpc } from '../../api.ts'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { enterPortal } from './enter-portal.ts'
import { passkeyFailure } from './failure.ts'

type PasskeyProps = { disabled: boolean; onFailure: (message: string | null) => void }

/** Signs in by a passkey: the device asks which, and nothing has to be typed. */
export function PasskeyButton({ disabled, onFailure }: PasskeyProps) {
  const start = useMutation(trpc.accounts.startPasskey.mutationOptions())
  const finish = useMutation(trpc.accounts.signInByPasskey.mutationOptions())
  const { busy, run } = useSingleFlight()

  const signIn = () =>
    run(async () => {
      onFailure(null)
      try {
        const { askForPasskey } = await import('../../session/passkey.ts')
        const response = await askForPasskey(await start.mutateAsync())
        await finish.mutateAsync({ response })
      } catch (failure) {
        return onFailure(passkeyFailure(failure))
      }
      await enterPortal()
    })

  return (
    <Button
      variant="default"
      size="lg"
      fullWidth
      onClick={signIn}
      disabled={busy || disabled}
      aria-busy={busy}
    >
      Use a passkey
    </Button>
  )
}
