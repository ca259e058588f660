import { Anchor, Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useCallback, useRef, useState } from 'react'
import type { SecondStep } from '../../../domain/factors/factor.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { trpc } from '../../api.ts'
import { ErrorText } from '../../ui/message-box.tsx'
import { SupportLink } from '../../ui/support-link.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { enterPortal } from './enter-portal.ts'
import { isRefusedAs, signInFailure } from './failure.ts'
import { PasskeyButton } from './passkey-button.tsx'
import classes from './sign-in-form.module.css'

type Props = {
  step: SecondStep
  /** Starts over, with a message that says why. */
  onBack: (message: string | null) => void
}

/** After the right password: a code of the app or a passkey, or a recovery code in place of both. */
export function SecondStepForm({ step, onBack }: Props) {
  const [byRecovery, setByRecovery] = useState(false)
  const [value, setValue] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement | null>(null)
  const byCode = useMutation(trpc.accounts.signInByCode.mutationOptions())
  const byRecoveryCode = useMutation(trpc.accounts.signInByRecoveryCode.mutationOptions())
  const { busy, run } = useSingleFlight()
  // Called again after a swap, when the field is another one.
  const take = useCallback((input: HTMLInputElement | null) => {
    field.current = input
    input?.focus()
  }, [])
  const label = byRecovery ? 'Recovery code' : 'Authenticator code'

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void run(async () => {
      setError(null)
      const isBlank = value.trim() === ''
      setMissing(isBlank)
      if (isBlank) return field.current?.focus()
      try {
        if (byRecovery) await byRecoveryCode.mutateAsync({ recovery_code: value })
        else await byCode.mutateAsync({ code: value })
      } catch (failure) {
        if (isRefusedAs(failure, 'second_step_expired')) return onBack(signInFailure(failure))
        return setError(signInFailure(failure))
      }
      await enterPortal()
    })
  }

  function swap() {
    setByRecovery(!byRecovery)
    setValue('')
    setError(null)
    setMissing(false)
  }

  const asksCode = byRecovery || step === 'app'
  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <ErrorText>{error}</ErrorText>
      {asksCode && (
        <>
          <TextInput
            key={label}
            ref={take}
            label={label}
            error={missing && `${label} is required`}
            name={byRecovery ? 'recovery_code' : 'code'}
            inputMode={byRecovery ? 'text' : 'numeric'}
            autoComplete={byRecovery ? 'off' : 'one-time-code'}
            maxLength={LIMITS.code}
            value={value}
            onChange={(event) => {
              setValue(event.currentTarget.value)
              setError(null)
              setMissing(false)
            }}
          />
          <Button type="submit" size="lg" fullWidth disabled={busy} aria-busy={busy}>
            {busy ? 'Signing in...' : 'Continue'}
          </Button>
        </>
      )}
      {!byRecovery && <PasskeyButton disabled={busy} onFailure={setError} />}
      <Anchor component="button" type="button" onClick={swap} className={classes.forgot}>
        {byRecovery ? 'Use your device instead' : 'Use a recovery code'}
      </Anchor>
      <p className={classes.account}>
        Lost your device and your codes? <SupportLink>Contact support</SupportLink>
      </p>
      <Button variant="subtle" onClick={() => onBack(null)} fullWidth>
        Back to Sign In
      </Button>
    </form>
  )
}
