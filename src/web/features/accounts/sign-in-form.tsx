// Rules: [5.login.3] [V6.2.7]

import { Anchor, Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, Suspense, useRef, useState } from 'react'
import type { SecondStep } from '../../../domain/factors/factor.ts'
import { trpc } from '../../api.ts'
import { fieldOf } from '../../errors.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { usePrehydrationInput } from '../../forms/use-prehydration-input.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { ErrorText } from '../../ui/message-box.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { enterPortal } from './enter-portal.ts'
import { signInFailure } from './failure.ts'
import { PasskeyButton } from './passkey-button.tsx'
import classes from './sign-in-form.module.css'

const ForgotPassword = lazyPart(() => import('./forgot-password.tsx'), 'ForgotPassword')

const SecondStepForm = lazyPart(() => import('./second-step.tsx'), 'SecondStepForm')

type CredentialField = 'email' | 'password'

const nothing: Record<CredentialField, string> = { email: '', password: '' }

/** The state of a sign-in form. A dialog can hide the form and keep what is typed. */
export function useSignIn() {
  const [values, setValues] = useState(nothing)
  const [error, setError] = useState<string | null>(null)
  /** What stands at one field, instead. */
  const [wrong, setWrong] = useState<{ field: CredentialField; words: string } | null>(null)
  /** The field to focus. */
  const [next, setNext] = useState<CredentialField | null>(null)
  const [forgot, setForgot] = useState(false)
  /** What has to follow the right password. */
  const [second, setSecond] = useState<SecondStep | null>(null)
  const call = useMutation(trpc.accounts.signIn.mutationOptions())
  const { busy, run } = useSingleFlight()

  function type(typed: Partial<Record<CredentialField, string>>) {
    setValues((before) => ({ ...before, ...typed }))
    setWrong(null)
  }

  function refuse(message: string, field: CredentialField) {
    setError(message)
    setNext(field)
  }

  function refuseField(field: CredentialField, words: string) {
    setWrong({ field, words })
    setNext(field)
  }

  const submit = () =>
    run(async () => {
      setError(null)
      setWrong(null)
      setNext(null)
      // The server's own messages, without a request. It checks everything else.
      if (values.email.trim() === '') return refuseField('email', 'Email is required')
      if (values.password === '') return refuseField('password', 'Password is required')
      try {
        const { second_step } = await call.mutateAsync(values)
        if (second_step) return setSecond(second_step)
      } catch (failure) {
        if (fieldOf(failure) === 'email') return refuseField('email', signInFailure(failure))
        return refuse(signInFailure(failure), 'password')
      }
      await enterPortal()
    })

  /** Starts over with this account, and a message that says why. */
  function suggest(email: string, message: string) {
    setForgot(false)
    setValues({ email, password: '' })
    refuse(message, 'password')
  }

  /** Starts over after the second step. */
  function startOver(message: string | null) {
    setSecond(null)
    setValues(({ email }) => ({ email, password: '' }))
    setError(message)
    setNext('password')
  }

  const forms = { forgot, setForgot, second, startOver }
  return { values, type, error, setError, wrong, busy, submit, suggest, next, setNext, ...forms }
}

/** The form's heading, and the line below it. [2.login.1] */
export function signInTitle({ forgot, second }: Pick<ReturnType<typeof useSignIn>, 'forgot' | 'second'>) {
  if (second)
    return {
      title: 'One more step',
      lead: second === 'app' ? 'Enter the code that your authenticator app shows' : 'Use your passkey',
    }
  return forgot
    ? { title: 'Forgot your password?', lead: 'We mail you a link to choose a new one.' }
    : { title: 'Welcome Back', lead: 'Sign in to access your member portal' }
}

// [2.login.2]
const focus = (field: HTMLInputElement | null) => field?.focus()

/** Email, password and 'Sign In'. [2.login.3] [2.login.5] */
export function SignInForm({ signIn }: { signIn: ReturnType<typeof useSignIn> }) {
  const { values, type, error, setError, wrong, busy, submit, next, setNext, forgot, setForgot, second } =
    signIn
  const form = useRef<HTMLFormElement>(null)
  usePrehydrationInput(form, type)

  const bind = (name: CredentialField) => ({
    name,
    error: wrong?.field === name && wrong.words,
    value: values[name],
    ref: next === name ? focus : undefined,
    // Only once: coming back by the dialog's tabs keeps the focus on the tab.
    onBlur: () => setNext(null),
    required: true,
    withAsterisk: false,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setError(null)
      type({ [name]: event.currentTarget.value })
    },
  })

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    submit()
  }

  if (second) {
    return (
      <Suspense fallback={null}>
        <SecondStepForm step={second} onBack={signIn.startOver} />
      </Suspense>
    )
  }
  if (forgot) {
    return (
      <Suspense fallback={null}>
        <ForgotPassword email={values.email} onBack={() => setForgot(false)} />
      </Suspense>
    )
  }
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className={classes.form}>
      <ErrorText>{error}</ErrorText>
      <TextInput
        {...bind('email')}
        data-autofocus
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        spellCheck={false}
      />
      <PasswordField {...bind('password')} label="Password" autoComplete="current-password" />
      <Button type="submit" size="lg" fullWidth disabled={busy} aria-busy={busy} mt={4}>
        {busy ? 'Signing in...' : 'Sign In'}
      </Button>
      <PasskeyButton disabled={busy} onFailure={setError} />
      <Anchor component="button" type="button" onClick={() => setForgot(true)} className={classes.forgot}>
        Forgot password?
      </Anchor>
    </form>
  )
}
