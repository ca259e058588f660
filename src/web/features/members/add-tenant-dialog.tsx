import { Button, NativeSelect, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import { AddTenant, TENANT_ROLES } from '../../../domain/members/tenant.ts'
import { trpc } from '../../api.ts'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import classes from '../../ui/dialog-form.module.css'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'

const EMPTY = { full_name: '', email: '', unit_number: '', role: '' }
const LEAD = 'They get an email with a link to choose a password, and wait until you accept them.'

type Props = { opened: boolean; onClose: () => void }

/** A captain adds a member of the building. */
export function AddTenantDialog({ opened, onClose }: Props) {
  const { mutateAsync, isPending } = useMutation(trpc.members.add.mutationOptions())
  return (
    <FormDialog opened={opened} onClose={onClose} dismissible={!isPending} title="Add Tenant" lead={LEAD}>
      <TenantForm add={mutateAsync} onClose={onClose} />
    </FormDialog>
  )
}

type TenantFormProps = { add: (tenant: AddTenant) => Promise<unknown>; onClose: () => void }

// [5.tenant.1-4]
function TenantForm({ add, onClose }: TenantFormProps) {
  const form = useForm({ initialValues: EMPTY, validate: schemaResolver(AddTenant, { sync: true }) })
  const busy = form.submitting
  useDraft('tenant', form)

  const onSubmit = sendForm(form, {
    send: async (values) => {
      await add(AddTenant.parse(values))
      onClose()
      notify.success(MEMBER_MESSAGES.added)
    },
    failed: MEMBER_MESSAGES.addFailed,
    causes: ['member_invited'],
  })

  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <TextInput
        label="Full Name"
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('full_name')}
      />
      <TextInput label="Email" type="email" required autoComplete="off" {...form.getInputProps('email')} />
      <div className={classes.pair}>
        <TextInput label="Unit Number" required autoComplete="off" {...form.getInputProps('unit_number')} />
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
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Add Tenant
        </Button>
      </DialogFoot>
    </form>
  )
}
