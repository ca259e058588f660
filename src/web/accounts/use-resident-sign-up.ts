import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { RESIDENT_MESSAGES } from '../../domain/accounts/messages.ts'
import {
  checkResidentStep1,
  checkResidentStep2,
  checkResidentStep3,
  type ResidentStep1Form,
  type ResidentStep2Form,
  type ResidentStep3Form,
  residentStep3,
} from '../../domain/accounts/sign-up-steps.ts'
import { queryClient, trpc } from '../api.ts'
import { noteWelcome } from '../services/welcome-note.ts'
import { useBusy } from '../ui/use-busy.ts'
import { enterPortal, SHOW_EXISTING_BUILDING, SHOW_WELCOME, wait } from './enter-portal.ts'
import { isRefusedAs, signUpFailure } from './failure.ts'
import { markFields } from './fields.tsx'
import type { StepMessage } from './step-form.tsx'

const noAccount: ResidentStep1Form = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  password: '',
  confirm_password: '',
}
const noAddress: ResidentStep2Form = { address: '', city: '', state: '', zip_code: '', unit_number: '' }
const noDescription: ResidentStep3Form = { number_of_floors: '', number_of_units: '', square_feet: '' }

export const ACCOUNT = { names: keysOf(noAccount), optional: ['phone'] } as const
export const ADDRESS = { names: keysOf(noAddress), optional: ['unit_number'] } as const
export const DESCRIPTION = {
  names: keysOf(noDescription),
  optional: ['number_of_floors', 'square_feet'],
} as const

type Events = { onEmailTaken: (email: string, sentence: string) => void; onDone: () => void }

/** A resident's sign-up in three steps (section 2, screen 5), of which a known building needs only two. */
export function useResidentSignUp({ onEmailTaken, onDone }: Events) {
  const account = useForm({ initialValues: noAccount })
  const address = useForm({ initialValues: noAddress })
  const description = useForm({ initialValues: noDescription })
  const [step, setStep] = useState<1 | 2 | 3>(1)
  const [message, setMessage] = useState<StepMessage>(null)
  const prefilled = useRef(noDescription)
  const signUp = useMutation(trpc.accounts.signUpResident.mutationOptions())
  const { busy, run } = useBusy()

  function goTo(next: 1 | 2 | 3) {
    setMessage(null)
    setStep(next)
  }

  function refuse(sentence: string) {
    setMessage({ tone: 'error', words: sentence })
  }

  function finishAccount() {
    const refusal = checkResidentStep1(account.values)
    if (refusal === null) return goTo(2)
    refuse(refusal)
    markFields({ form: account, ...ACCOUNT }, refusal)
  }

  const finishAddress = () =>
    run(async () => {
      setMessage(null)
      const refusal = checkResidentStep2(address.values)
      if (refusal !== null) {
        refuse(refusal)
        return markFields({ form: address, ...ADDRESS }, refusal)
      }
      const { unit_number, ...place } = address.values
      try {
        const building = await queryClient.fetchQuery(
          trpc.accounts.findBuilding.queryOptions(place, { staleTime: 0 }),
        )
        if (building?.has_captain) return await register(noDescription)
        prefill(building)
        goTo(3)
      } catch (error) {
        refuse(signUpFailure(error))
      }
    })

  const finishDescription = () =>
    run(async () => {
      setMessage(null)
      const refusal = checkResidentStep3(description.values)
      if (refusal === null) return register(description.values)
      refuse(refusal)
      markFields({ form: description, ...DESCRIPTION }, refusal)
    })

  async function register(building: ResidentStep3Form) {
    const { confirm_password, ...person } = account.values
    try {
      const call = { ...person, ...address.values, ...residentStep3(building) }
      const { status } = await signUp.mutateAsync(call)
      await (status === 'active' ? welcome() : explainApproval())
    } catch (error) {
      if (isRefusedAs(error, 'email_taken')) onEmailTaken(person.email, signUpFailure(error))
      else refuse(signUpFailure(error))
    }
  }

  async function welcome() {
    noteWelcome(account.values.email)
    setMessage({ tone: 'success', words: RESIDENT_MESSAGES.success })
    await wait(SHOW_WELCOME)
    await enterPortal()
  }

  async function explainApproval() {
    setMessage({ tone: 'success', words: RESIDENT_MESSAGES.existingBuilding })
    await wait(SHOW_EXISTING_BUILDING)
    for (const form of [account, address, description]) form.reset()
    goTo(1)
    onDone()
  }

  /** Shows what is known of the building; what the person typed stays, what another address had filled in goes. */
  function prefill(known: Partial<Record<keyof ResidentStep3Form, number | null>> | null) {
    const fresh = { ...noDescription }
    const next = { ...description.values }
    for (const name of DESCRIPTION.names) {
      fresh[name] = String(known?.[name] ?? '')
      if (next[name] === prefilled.current[name]) next[name] = fresh[name]
    }
    prefilled.current = fresh
    description.setValues(next)
  }

  return {
    step,
    goTo,
    message,
    busy,
    account,
    address,
    description,
    finishAccount,
    finishAddress,
    finishDescription,
  }
}

function keysOf<Key extends string>(form: Record<Key, string>): Key[] {
  return Object.keys(form) as Key[]
}
