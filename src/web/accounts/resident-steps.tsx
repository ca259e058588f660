import { AddressField } from './address-field.tsx'
import { Fields } from './fields.tsx'
import { StepForm } from './step-form.tsx'
import { ACCOUNT, ADDRESS, DESCRIPTION, type useResidentSignUp } from './use-resident-sign-up.ts'

const AFTER_STREET = ADDRESS.names.filter((name) => name !== 'address')

/** The step of a resident's sign-up that is due (section 2, screen 5). */
export function ResidentSteps({ signUp }: { signUp: ReturnType<typeof useResidentSignUp> }) {
  const { step, goTo, message, busy } = signUp
  if (step === 1) {
    return (
      <StepForm
        key={1}
        action="Next: Building Info"
        onSubmit={signUp.finishAccount}
        message={message}
        busy={busy}
      >
        <Fields form={signUp.account} {...ACCOUNT} />
      </StepForm>
    )
  }
  if (step === 2) {
    return (
      <StepForm
        key={2}
        action="Continue"
        onSubmit={signUp.finishAddress}
        onBack={() => goTo(1)}
        message={message}
        busy={busy}
      >
        <AddressField form={signUp.address} />
        <Fields form={signUp.address} {...ADDRESS} names={AFTER_STREET} focusFirst={false} />
      </StepForm>
    )
  }
  return (
    <StepForm
      key={3}
      action="Complete Signup"
      onSubmit={signUp.finishDescription}
      onBack={() => goTo(2)}
      message={message}
      busy={busy}
    >
      <Fields form={signUp.description} {...DESCRIPTION} />
    </StepForm>
  )
}
