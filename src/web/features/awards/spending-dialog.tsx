import { Button, Checkbox, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { AWARD_MESSAGES } from '../../../domain/awards/messages.ts'
import { limitsOf, type SpendingPolicy, spendingForm, typedSpending } from '../../../domain/awards/policy.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { refreshAfter } from '../../refresh.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import formClasses from '../../ui/dialog-form.module.css'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'

type Props = { policy: SpendingPolicy | null; opened: boolean; onClose: () => void }

/** The three steps of a building's rule for spending. Product 4.3 */
export function SpendingDialog({ policy, opened, onClose }: Props) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="md"
      title="Rule for Spending"
      lead="By what a quote costs in its first year. Above the second amount the owners vote. What waits already goes on."
    >
      {/* Changed by somebody else meanwhile, it begins again. */}
      <SpendingForm key={policy?.version ?? 0} policy={policy} onClose={onClose} />
    </FormDialog>
  )
}

function SpendingForm({ policy, onClose }: Omit<Props, 'opened'>) {
  const version = policy?.version ?? 0
  const { mutateAsync } = useMutation(trpc.awards.setPolicy.mutationOptions())
  const form = useForm({
    initialValues: typedSpending(policy),
    validate: schemaResolver(spendingForm, { sync: true }),
  })
  const dropDraft = useDraft(`spending ${version}`, form, { stays: true })
  const onSubmit = sendForm(form, {
    send: async (typed) => {
      await mutateAsync({ version, ...spendingForm.parse(typed) })
      dropDraft()
      onClose()
      notify.success(AWARD_MESSAGES.policySaved)
    },
    failed: AWARD_MESSAGES.policyFailed,
    causes: ['spending_policy_set'],
  })
  const ending = useSingleFlight()
  async function end(): Promise<void> {
    const agreed = await confirm({
      title: 'End the Rule',
      question: `${AWARD_MESSAGES.policyEnded}, whatever they cost. What waits still needs its approval or its vote.`,
      action: 'End the Rule',
    })
    if (!agreed) return
    await ending.run(async () => {
      try {
        const { names_in_record } = form.values
        await mutateAsync({ version, alone_up_to: null, two_up_to: null, names_in_record })
        dropDraft()
        onClose()
        notify.success(AWARD_MESSAGES.policyEnded)
      } catch (error) {
        notify.error(AWARD_MESSAGES.policyFailed(reasonOf(error)))
      }
      await refreshAfter('spending_policy_set')
    })
  }
  const busy = form.submitting || ending.busy
  return (
    <form noValidate onSubmit={onSubmit} className={formClasses.form}>
      <TextInput
        label="An officer alone, up to a year"
        description="0 if never."
        leftSection="$"
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('alone_up_to')}
      />
      <TextInput
        label="Two officers, up to a year"
        description="Above it, the owners vote."
        leftSection="$"
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('two_up_to')}
      />
      <Checkbox
        label="Name all vendors in the record"
        description="Otherwise your neighbors read how many quotes there were and their range, but not whose they were."
        {...form.getInputProps('names_in_record', { type: 'checkbox' })}
      />
      <DialogFoot>
        {limitsOf(policy) !== null && (
          <Button variant="default" color="red" onClick={() => void end()} disabled={busy}>
            End the Rule
          </Button>
        )}
        <Button type="submit" loading={busy}>
          Save Rule
        </Button>
      </DialogFoot>
    </form>
  )
}
