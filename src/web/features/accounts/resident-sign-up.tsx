import { Tabs } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { RESIDENT_MESSAGES } from '../../../domain/accounts/messages.ts'
import { ResidentStep1Form, ResidentStep2Form, ResidentStep3Form } from '../../../domain/accounts/sign-up.ts'
import { type Address, addressLine } from '../../../domain/buildings/address.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { queryClient, trpc } from '../../api.ts'
import { applySaved } from '../../forms/apply-saved.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { Fields } from '../../forms/fields.tsx'
import { StepForm, StepProgress, useStepForm } from '../../forms/step-form.tsx'
import { PASSWORDS, useDraft } from '../../forms/use-draft.ts'
import { noteWelcome } from '../../session/welcome-note.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { AddressField } from './address-field.tsx'
import { DidYouMean } from './did-you-mean.tsx'
import { enterPortal, SHOW_EXISTING_BUILDING, SHOW_WELCOME, wait } from './enter-portal.ts'
import { isRefusedAs, signUpFailure } from './failure.ts'
import classes from './resident-sign-up.module.css'
import { SignInForm, signInTitle, useSignIn } from './sign-in-form.tsx'

const ACCOUNT = ['first_name', 'last_name', 'email', 'phone', 'password', 'confirm_password'] as const
const AFTER_STREET = ['city', 'state', 'zip_code', 'unit_number'] as const
const DESCRIPTION = ['number_of_floors', 'number_of_units', 'square_feet'] as const

const EMPTY = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  password: '',
  confirm_password: '',
  address: '',
  city: '',
  state: '',
  zip_code: '',
  unit_number: '',
  note: '',
  number_of_floors: '',
  number_of_units: '',
  square_feet: '',
}

// [2.resident-signup.3] [2.resident-signup.15]
const TITLES = ['Create Your Account', 'Find Your Building', 'Tell Us About Your Building']

type DialogProps = {
  opened: boolean
  onClose: () => void
  onWaiting: (email: string) => void
}

/**
 * A resident signs in or up. Closing the dialog keeps what was typed.
 * [2.resident-signup.1] [2.resident-signup.7] [4.wizard.1] [4.wizard.4]
 */
export function ResidentDialog({ opened, onClose, onWaiting }: DialogProps) {
  const [mode, setMode] = useState<'in' | 'up'>('up')
  const signIn = useSignIn()
  const signUp = useResidentSignUp({
    onEmailTaken: (email, message) => {
      signUp.goTo(1)
      signIn.suggest(email, message)
      setMode('in')
    },
    onWaiting: (email) => {
      onClose()
      onWaiting(email)
    },
  })
  const { step } = signUp

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!signUp.busy && !signIn.busy}
      size={mode === 'in' ? 'md' : 'lg'}
      title={mode === 'in' ? signInTitle(signIn).title : (TITLES[step - 1] ?? '')}
      lead={mode === 'in' ? signInTitle(signIn).lead : <StepProgress step={step} of={TITLES.length} />}
    >
      {mode === 'up' && step > 1 ? (
        <Step signUp={signUp} />
      ) : (
        <Tabs value={mode} onChange={(value) => setMode(value === 'in' ? 'in' : 'up')} keepMounted={false}>
          <Tabs.List grow aria-label="Sign in or sign up" className={classes.toggle}>
            <Tabs.Tab value="in" className={classes.choice} disabled={signUp.busy}>
              Sign in
            </Tabs.Tab>
            <Tabs.Tab value="up" className={classes.choice} disabled={signIn.busy}>
              Sign up
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="in">
            <SignInForm signIn={signIn} />
          </Tabs.Panel>
          <Tabs.Panel value="up">
            <Step signUp={signUp} />
          </Tabs.Panel>
        </Tabs>
      )}
    </FormDialog>
  )
}

/**
 * The current step.
 * [2.resident-signup.2] [2.resident-signup.4] [2.resident-signup.6]
 */
function Step({ signUp }: { signUp: ReturnType<typeof useResidentSignUp> }) {
  const { form, step, goTo, message, busy, onSubmit } = signUp
  const state = { message, busy }
  if (step === 1) {
    return (
      <StepForm key={1} action="Next: Building Info" onSubmit={onSubmit(() => goTo(2))} {...state}>
        <Fields form={form} names={ACCOUNT} optional={['phone']} />
      </StepForm>
    )
  }
  if (step === 2) {
    return (
      <StepForm
        key={2}
        action="Continue"
        onSubmit={onSubmit(signUp.findBuilding)}
        onBack={() => goTo(1)}
        {...state}
      >
        <AddressField form={form} />
        <Fields form={form} names={AFTER_STREET} optional={['unit_number']} focusFirst={false} />
        <CountedTextarea
          label="Note to your HOA representative (optional)"
          rows={2}
          max={LIMITS.join_note}
          {...form.getInputProps('note')}
          value={form.values.note}
        />
        {signUp.similar.length > 0 && <DidYouMean addresses={signUp.similar} onChoose={signUp.choose} />}
      </StepForm>
    )
  }
  return (
    <StepForm
      key={3}
      action="Complete Signup"
      onSubmit={onSubmit(signUp.complete)}
      onBack={() => goTo(2)}
      {...state}
    >
      <p className={classes.first}>
        You are the first of {form.values.address}, {form.values.city}, so you become its HOA representative.
        Isn’t that your building’s address? Go back and correct it.
      </p>
      <Fields form={form} names={DESCRIPTION} optional={['number_of_floors', 'square_feet']} />
    </StepForm>
  )
}

type SignUpProps = {
  onEmailTaken: (email: string, message: string) => void
  onWaiting: (email: string) => void
}

/**
 * Sign-up in three steps, or two for a known building.
 * [2.resident-signup.5] [2.resident-signup.8] [4.wizard.3]
 */
function useResidentSignUp({ onEmailTaken, onWaiting }: SignUpProps) {
  const steps = useStepForm(EMPTY, [ResidentStep1Form, ResidentStep2Form, ResidentStep3Form])
  const { form, goTo, fail, succeed, reset } = steps
  const dropDraft = useDraft('resident', form, { secret: PASSWORDS, stays: true })
  const signUp = useMutation(trpc.accounts.signUpResident.mutationOptions())
  /** What an unknown address may have meant. Continuing with the same address answers no. */
  const [offer, setOffer] = useState<{ typed: string; addresses: Address[] } | null>(null)
  const typed = addressLine(form.values)

  async function findBuilding(): Promise<void> {
    const { address, city, state, zip_code } = form.getValues()
    try {
      const { building, similar } = await queryClient.fetchQuery(
        trpc.accounts.findBuilding.queryOptions({ address, city, state, zip_code }, { staleTime: 0 }),
      )
      if (similar.length > 0 && offer?.typed !== typed) return setOffer({ typed, addresses: similar })
      if (building?.has_captain) return await register({})
      // Replaces what another address had filled in, but not what the person typed.
      applySaved(form, Object.fromEntries(DESCRIPTION.map((name) => [name, String(building?.[name] ?? '')])))
      goTo(3)
    } catch (error) {
      fail(signUpFailure(error), error)
    }
  }

  function choose(address: Address): void {
    form.setValues(address)
    form.getInputNode('address')?.focus()
  }

  const complete = () => register(ResidentStep3Form.parse(form.getValues()))

  async function register(description: Partial<ReturnType<typeof ResidentStep3Form.parse>>): Promise<void> {
    const values = form.getValues()
    const account = ResidentStep1Form.parse(values)
    try {
      const { status } = await signUp.mutateAsync({
        ...account,
        ...ResidentStep2Form.parse(values),
        ...description,
      })
      await (status === 'active' ? welcome(account.email) : explainApproval(account.email))
    } catch (error) {
      if (isRefusedAs(error, 'email_taken')) onEmailTaken(values.email, signUpFailure(error))
      else fail(signUpFailure(error), error)
    }
  }

  async function welcome(email: string): Promise<void> {
    noteWelcome(email)
    succeed(RESIDENT_MESSAGES.success)
    await wait(SHOW_WELCOME)
    await enterPortal()
  }

  async function explainApproval(email: string): Promise<void> {
    succeed(RESIDENT_MESSAGES.existingBuilding)
    await wait(SHOW_EXISTING_BUILDING)
    reset()
    dropDraft()
    onWaiting(email)
  }

  return { ...steps, findBuilding, similar: offer?.typed === typed ? offer.addresses : [], choose, complete }
}
