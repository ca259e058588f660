import { Anchor, Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { trpc } from '../api.ts'
import { fieldOf } from '../errors.ts'
import { ErrorText } from '../ui/message-box.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { patiently } from '../ui/patient-import.ts'
import { useBusy } from '../ui/use-busy.ts'
import { useTypedBefore } from '../ui/use-typed-before.ts'
import { enterPortal } from './enter-portal.ts'
import { signInFailure } from './failure.ts'
import classes from './sign-in-form.module.css'

const ForgotPassword = lazy(async () => ({
  default: (await patiently(() => import('./forgot-password.tsx'))).ForgotPassword,
}))

type Name = 'email' | 'password'

const nothing: Record<Name, string> = { email: '', password: '' }

/** What a sign-in form knows; kept outside of it, so that a dialog can hide the form and keep what is typed. */
export function useSignIn() {
  const [values, setValues] = useState(nothing)
  const [error, setError] = useState<string | null>(null)
  /** The field to type into next. */
  const [next, setNext] = useState<Name | null>(null)
  const [forgot, setForgot] = useState(false)
  const call = useMutation(trpc.accounts.signIn.mutationOptions())
  const { busy, run } = useBusy()

  const type = (typed: Partial<Record<Name, string>>) => setValues((before) => ({ ...before, ...typed }))

  function refuse(sentence: string, field: Name) {
    setError(sentence)
    setNext(field)
  }

  const submit = () =>
    run(async () => {
      setError(null)
      setNext(null)
      // The server's own words, without asking it; everything else about them is for the server to say.
      if (values.email.trim() === '') return refuse('Email is required', 'email')
      if (values.password === '') return refuse('Password is required', 'password')
      try {
        await call.mutateAsync(values)
      } catch (failure) {
        return refuse(signInFailure(failure), fieldOf(failure) === 'email' ? 'email' : 'password')
      }
      await enterPortal()
    })

  /** Starts again for this account, with a sentence that says why. */
  function suggest(email: string, sentence: string) {
    setForgot(false)
    setValues({ email, password: '' })
    refuse(sentence, 'password')
  }

  return { values, type, error, busy, submit, suggest, next, setNext, forgot, setForgot }
}

/** The heading above the form, and the line below that. */
export function signInTitle({ forgot }: Pick<ReturnType<typeof useSignIn>, 'forgot'>) {
  return forgot
    ? { title: 'Forgot your password?', lead: 'We mail you a link to choose a new one.' }
    : { title: 'Welcome Back', lead: 'Sign in to access your member portal' }
}

const focus = (field: HTMLInputElement | null) => field?.focus()

/** Email, password and 'Sign In' (section 2, screens 2 and 5). */
export function SignInForm({ signIn }: { signIn: ReturnType<typeof useSignIn> }) {
  const { values, type, error, busy, submit, next, setNext, forgot, setForgot } = signIn
  const form = useRef<HTMLFormElement>(null)
  useTypedBefore(form, type)

  const bind = (name: Name) => ({
    name,
    value: values[name],
    ref: next === name ? focus : undefined,
    // Once: who leaves and comes back by the dialog's tabs stays at the tabs.
    onBlur: () => setNext(null),
    required: true,
    withAsterisk: false,
    onChange: (event: ChangeEvent<HTMLInputElement>) => type({ [name]: event.currentTarget.value }),
  })

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    submit()
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
      <Anchor component="button" type="button" onClick={() => setForgot(true)} className={classes.forgot}>
        Forgot password?
      </Anchor>
    </form>
  )
}
