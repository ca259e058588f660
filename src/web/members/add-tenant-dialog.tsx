import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { DomainError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import { MEMBER_MESSAGES } from '../../domain/members/messages.ts'
import { AddTenant, splitName, TENANT_ROLES } from '../../domain/members/tenant.ts'
import { queryClient, trpc } from '../api.ts'
import { reasonOf } from '../errors.ts'
import { fieldErrors } from '../ui/field-errors.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { notify } from '../ui/notify.tsx'
import { useBusy } from '../ui/use-busy.ts'
import classes from './add-tenant-dialog.module.css'

const EMPTY = { full_name: '', email: '', unit_number: '', role: '' }
const LEAD = 'They get an email with a link to choose a password, and wait until you accept them.'

type Props = { opened: boolean; onClose: () => void }

/** A captain adds a person of the building (section 5). */
export function AddTenantDialog({ opened, onClose }: Props) {
  const { busy, run } = useBusy()
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!busy}
      size="md"
      title="Add Tenant"
      lead={LEAD}
    >
      <TenantForm busy={busy} run={run} onClose={onClose} />
    </FormDialog>
  )
}

type FormProps = Pick<Props, 'onClose'> & ReturnType<typeof useBusy>

function TenantForm({ busy, run, onClose }: FormProps) {
  const form = useForm({ initialValues: EMPTY })
  const add = useMutation(trpc.members.add.mutationOptions())

  const send = () =>
    run(async () => {
      const errors = refusals(form.values)
      form.setErrors(errors)
      const blamed = Object.keys(EMPTY).find((field) => field in errors)
      if (blamed) return form.getInputNode(blamed)?.focus()
      try {
        await add.mutateAsync(AddTenant.parse(form.values))
        onClose()
        notify.success(MEMBER_MESSAGES.added)
      } catch (error) {
        notify.error(MEMBER_MESSAGES.addFailed(reasonOf(error)))
      }
      void queryClient.invalidateQueries(trpc.members.pathFilter())
    })

  function submit(event: FormEvent): void {
    event.preventDefault()
    void send()
  }

  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <TextInput
        label="Full Name"
        required
        autoComplete="off"
        maxLength={2 * LIMITS.name + 1}
        data-autofocus
        {...form.getInputProps('full_name')}
      />
      <TextInput
        label="Email"
        type="email"
        required
        autoComplete="off"
        maxLength={LIMITS.email}
        {...form.getInputProps('email')}
      />
      <div className={classes.pair}>
        <TextInput
          label="Unit Number"
          required
          autoComplete="off"
          maxLength={LIMITS.unit}
          {...form.getInputProps('unit_number')}
        />
        <NativeSelect
          label="Role"
          required
          data={[
            { value: '', label: 'Choose a role' },
            ...TENANT_ROLES.map(({ role, label }) => ({ value: role, label })),
          ]}
          {...form.getInputProps('role')}
        />
      </div>
      {form.values.role === 'captain' && (
        <p className={classes.hint}>
          A building has one HOA representative. When you accept them, they take over from you, and you stay
          as a tenant.
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Add Tenant
        </Button>
      </div>
    </form>
  )
}

/** What is wrong with each field, by the rules that the server asks, too. */
function refusals(values: typeof EMPTY): Record<string, string> {
  const errors = fieldErrors(AddTenant, values)
  if (errors.full_name !== undefined) return errors
  try {
    splitName(values.full_name)
    return errors
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { full_name: error.message, ...errors }
  }
}
