import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { type BudgetLine, budgetCategories, budgetTotal } from '../../../domain/budget/budget.ts'
import { formatMoney } from '../../../domain/money.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { BUDGET_MESSAGES } from './budget-messages.ts'
import { budgetForm, filledLines, linesFrom, type TypedBudget, typedBudget } from './budget-values.ts'
import classes from './set-budget-dialog.module.css'
import type { YearBudget } from './year-budget.ts'

type Props = { budget: YearBudget; opened: boolean; onClose: () => void }

/** What the building plans to spend in a year, by category. Product 3.4 */
export function SetBudgetDialog({ budget, opened, onClose }: Props) {
  const { year, versions } = budget
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Budget of ${year}`}
      lead="An amount for the whole year in each category. Leave empty what you don’t plan."
    >
      {/* After somebody else's change the form starts over; what is typed here stays, as a draft. */}
      <BudgetForm key={`${year} ${versions[0]?.version ?? 0}`} budget={budget} onClose={onClose} />
    </FormDialog>
  )
}

function BudgetForm({ budget, onClose }: Omit<Props, 'opened'>) {
  const { year, versions, categories, figures } = budget
  const { version = 0, lines: before = [] } = versions[0] ?? {}
  const names = budgetCategories(categories, before)
  const client = useQueryClient()
  const { mutateAsync: set } = useMutation(trpc.budget.set.mutationOptions())
  const form = useForm<TypedBudget>({
    initialValues: typedBudget(names, before),
    validate: schemaResolver(budgetForm, { sync: true }),
  })
  const dropDraft = useDraft(`budget ${year}`, form, { stays: true })
  const lines = filledLines(form.values)
  const onSubmit = sendForm(form, {
    send: async (typed) => {
      const lines = filledLines(typed)
      await set({ year, version, lines })
      dropDraft()
      onClose()
      notify.success(BUDGET_MESSAGES.saved(year, budgetTotal(lines)))
    },
    failed: BUDGET_MESSAGES.saveFailed,
    causes: ['budget_set'],
  })
  const start = async (from: readonly BudgetLine[], what: string) => {
    if (from.length === 0) return notify.info(BUDGET_MESSAGES.nothing(what))
    if (lines.length > 0) {
      const agreed = await confirm({
        title: 'Replace the Amounts',
        question: BUDGET_MESSAGES.replace,
        action: 'Replace',
      })
      if (!agreed) return
    }
    form.setValues(typedBudget(names, from))
  }
  const { busy: isLoading, run } = useSingleFlight()
  const startFromLastYear = () =>
    run(async () => {
      try {
        const last = await client.fetchQuery(trpc.budget.year.queryOptions({ year: year - 1 }))
        await start(linesFrom(last.figures), `of ${year - 1}`)
      } catch (error) {
        notify.error(BUDGET_MESSAGES.startFailed(reasonOf(error)))
      }
    })
  const formId = useId()
  return (
    <>
      <div className={classes.starts}>
        <Button variant="default" onClick={startFromLastYear} loading={isLoading}>
          Start from last year
        </Button>
        <Button variant="default" onClick={() => start(linesFrom(figures), `agreed for ${year}`)}>
          Start from what is agreed
        </Button>
      </div>
      <form
        id={formId}
        noValidate
        onSubmit={onSubmit}
        className={classes.form}
        aria-label={`Budget of ${year}`}
      >
        {form.values.amounts.map(({ category }, at) => (
          <TextInput
            key={category}
            label={category}
            description={categories.includes(category) ? undefined : BUDGET_MESSAGES.gone}
            leftSection="$"
            inputMode="decimal"
            autoComplete="off"
            {...form.getInputProps(`amounts.${at}.amount`)}
          />
        ))}
      </form>
      <p className={classes.total} role="status">
        In all <strong>{formatMoney(budgetTotal(lines))}</strong>
      </p>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={form.submitting}>
          Close
        </Button>
        <Button type="submit" form={formId} loading={form.submitting}>
          Save Budget
        </Button>
      </DialogFoot>
    </>
  )
}
