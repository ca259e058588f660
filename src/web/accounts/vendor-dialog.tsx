import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { VENDOR_MESSAGES } from '../../domain/accounts/messages.ts'
import {
  checkVendorStep1,
  checkVendorStep2,
  type VendorStep1Form,
} from '../../domain/accounts/sign-up-steps.ts'
import { trpc } from '../api.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { enterPortal, SHOW_WELCOME, wait } from './enter-portal.ts'
import { signUpFailure } from './failure.ts'
import { Fields, markFields } from './fields.tsx'
import { StepForm, type StepMessage } from './step-form.tsx'
import { SignInInstead, StepLead } from './step-lead.tsx'
import { VendorServices } from './vendor-services.tsx'

const nothing: VendorStep1Form = {
  first_name: '',
  last_name: '',
  company_name: '',
  address: '',
  city: '',
  state: '',
  zip_code: '',
  email: '',
  phone: '',
  password: '',
  confirm_password: '',
}
const names = Object.keys(nothing) as (keyof VendorStep1Form)[]

type Props = { opened: boolean; onClose: () => void }

/** Vendor sign-up in two steps (section 2, screen 4). What is typed stays while the page does. */
export function VendorDialog({ opened, onClose }: Props) {
  const [step, setStep] = useState<1 | 2>(1)
  const [message, setMessage] = useState<StepMessage>(null)
  const form = useForm({ initialValues: nothing })
  const [chosen, setChosen] = useState<string[]>([])
  const catalogue = useQuery({ ...trpc.services.catalogue.queryOptions(), enabled: opened })
  const signUp = useMutation(trpc.accounts.signUpVendor.mutationOptions())
  const { busy, run } = useBusy()

  function goTo(next: 1 | 2) {
    setMessage(null)
    setStep(next)
  }

  function finishInfo() {
    const refusal = checkVendorStep1(form.values)
    if (refusal === null) return goTo(2)
    setMessage({ tone: 'error', words: refusal })
    markFields({ form, names }, refusal)
  }

  function create() {
    const refusal = checkVendorStep2({ service_type_ids: chosen })
    if (refusal !== null) return setMessage({ tone: 'error', words: refusal })
    return run(async () => {
      setMessage(null)
      const { confirm_password, ...info } = form.values
      try {
        await signUp.mutateAsync({ ...info, service_type_ids: chosen })
      } catch (error) {
        return setMessage({ tone: 'error', words: signUpFailure(error) })
      }
      setMessage({ tone: 'success', words: VENDOR_MESSAGES.success })
      await wait(SHOW_WELCOME)
      await enterPortal()
    })
  }

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!busy}
      size="xl"
      title={step === 1 ? 'Create Vendor Account' : 'Select Your Services'}
      lead={
        <StepLead step={step} of={2}>
          <SignInInstead />
        </StepLead>
      }
    >
      {step === 1 ? (
        <StepForm key={1} action="Next: Select Services" onSubmit={finishInfo} message={message} busy={busy}>
          <Fields form={form} names={names} />
        </StepForm>
      ) : (
        <StepForm
          key={2}
          action="Create Account"
          onSubmit={create}
          onBack={() => goTo(1)}
          message={message}
          busy={busy}
          disabled={!catalogue.data?.length}
          note={`${chosen.length} selected`}
        >
          <VendorServices chosen={chosen} onChange={setChosen} />
        </StepForm>
      )}
    </FormDialog>
  )
}
