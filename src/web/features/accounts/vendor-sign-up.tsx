import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { VENDOR_MESSAGES } from '../../../domain/accounts/messages.ts'
import { VendorStep1Form, VendorStep2Form } from '../../../domain/accounts/sign-up.ts'
import { trpc } from '../../api.ts'
import { Fields } from '../../forms/fields.tsx'
import { GroupedPicker } from '../../forms/grouped-picker.tsx'
import { StepForm, StepProgress, useStepForm } from '../../forms/step-form.tsx'
import { PASSWORDS, useDraft } from '../../forms/use-draft.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { CardSkeletons } from '../../ui/skeletons.tsx'
import { enterPortal, SHOW_WELCOME, wait } from './enter-portal.ts'
import { signUpFailure } from './failure.ts'
import { SignInInstead } from './sign-in-instead.tsx'

const INFO = [
  'first_name',
  'last_name',
  'company_name',
  'address',
  'city',
  'state',
  'zip_code',
  'email',
  'phone',
  'password',
  'confirm_password',
] as const

const EMPTY: Record<(typeof INFO)[number], string> & { service_type_ids: string[] } = {
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
  service_type_ids: [],
}

type Props = { opened: boolean; onClose: () => void }

/**
 * Vendor sign-up in two steps. Closing the dialog keeps what was typed.
 * [2.vendor-signup.1] [2.vendor-signup.2] [2.vendor-signup.6] [2.vendor-signup.7] [4.wizard.2]
 */
export function VendorDialog({ opened, onClose }: Props) {
  const { form, step, goTo, message, busy, onSubmit, fail, succeed } = useStepForm(EMPTY, [
    VendorStep1Form,
    VendorStep2Form,
  ])
  useDraft('vendor', form, { secret: PASSWORDS, stays: true })
  const catalog = useQuery({ ...trpc.services.catalog.queryOptions(), enabled: opened })
  const signUp = useMutation(trpc.accounts.signUpVendor.mutationOptions())

  async function create(): Promise<void> {
    const { confirm_password, ...vendor } = form.getValues()
    try {
      await signUp.mutateAsync(vendor)
    } catch (error) {
      return fail(signUpFailure(error), error)
    }
    succeed(VENDOR_MESSAGES.success)
    await wait(SHOW_WELCOME)
    await enterPortal()
  }

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!busy}
      size="xl"
      title={step === 1 ? 'Create Vendor Account' : 'Select Your Services'}
      lead={
        <StepProgress step={step} of={2}>
          <SignInInstead />
        </StepProgress>
      }
    >
      {step === 1 ? (
        <StepForm
          key={1}
          action="Next: Select Services"
          onSubmit={onSubmit(() => goTo(2))}
          message={message}
          busy={busy}
        >
          <Fields form={form} names={INFO} />
        </StepForm>
      ) : (
        <StepForm
          key={2}
          action="Create Account"
          onSubmit={onSubmit(create)}
          onBack={() => goTo(1)}
          message={message}
          busy={busy}
          disabled={!catalog.data?.length}
          note={`${form.values.service_type_ids.length} selected`}
        >
          <Services form={form} />
        </StepForm>
      )}
    </FormDialog>
  )
}

/** The service types to choose from, or why there are none. */
function Services({ form }: { form: UseFormReturnType<typeof EMPTY> }) {
  const catalog = useQuery(trpc.services.catalog.queryOptions())
  if (catalog.isPending) return <CardSkeletons count={6} />
  if (catalog.isLoadingError) {
    return (
      <LoadFailed
        reason={VENDOR_MESSAGES.loadFailed}
        onRetry={() => catalog.refetch()}
        busy={catalog.isFetching}
      />
    )
  }
  if (catalog.data.length === 0) return <EmptyState>{VENDOR_MESSAGES.noServices}</EmptyState>
  return (
    <GroupedPicker
      options={catalog.data}
      chosen={form.values.service_type_ids}
      onChange={(ids) => form.setFieldValue('service_type_ids', ids)}
    />
  )
}
