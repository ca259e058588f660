import { Button, MultiSelect, NativeSelect, Radio, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { useState } from 'react'
import { addDays, type CalendarDate } from '../../../domain/calendar.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { FREQUENCIES } from '../../../domain/services/frequency.ts'
import { requestForm, toRequest } from '../../../domain/services/request.ts'
import { answersFrom, type ScopeAnswers, toAnswers } from '../../../domain/services/scope.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { focusFirst, refusedField, showErrors } from '../../forms/form-errors.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { refreshAfter } from '../../refresh.ts'
import type { ChosenFile } from '../../ui/choose-files.tsx'
import { DialogFoot, DialogNote } from '../../ui/dialog-foot.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { notify } from '../../ui/notify.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { ChooseRequestFiles, sendRequestFiles } from './request-files.tsx'
import classes from './request-form.module.css'
import * as request from './request-values.ts'
import { ScopeFields } from './scope-fields.tsx'
import type { Service } from './service-card.tsx'
import type { ServiceType } from './service-type-list.tsx'

type Props = {
  type: Pick<ServiceType, 'id' | 'name'>
  /** The open request to change; otherwise a new one is sent. */
  editing?: Service
  /** The service that runs until this day, for what comes after it. */
  following?: { service: Service; endsOn: CalendarDate }
  onSent: () => void
}

/**
 * 'Request Quotes for {service}', or the changes of a request. A refused request keeps what was typed.
 * [2.services.15] [2.services.23] [2.services.24] [5.request.9]
 */
export function RequestForm(props: Props) {
  const ofType = { service_type_id: props.type.id }
  // Not from the cache: the form begins with the answers that were sent last.
  const scope = useQuery(trpc.services.scopeForm.queryOptions(ofType, { gcTime: 0, staleTime: 0 }))
  const { data: vendors } = useQuery(trpc.vendors.offering.queryOptions(ofType, { enabled: !props.editing }))
  if (scope.data) return <LoadedRequestForm {...props} scope={scope.data} vendors={vendors} />
  if (!scope.isError) return <RowSkeletons count={4} label="Loading the questions…" />
  return (
    <LoadFailed
      reason={`The questions could not be loaded. ${reasonOf(scope.error)}`}
      onRetry={() => scope.refetch()}
      busy={scope.isFetching}
    />
  )
}

type LoadedProps = Props & {
  scope: inferOutput<typeof trpc.services.scopeForm>
  vendors: inferOutput<typeof trpc.vendors.offering> | undefined
}

function LoadedRequestForm({ type, editing, following, onSent, scope, vendors }: LoadedProps) {
  const today = cityToday()
  const { questions } = scope
  const after = following?.endsOn ?? null
  const send = useSend(type, { editing, follows: following?.service.id ?? null })
  const form = useForm({
    initialValues: editing
      ? request.requestValues(editing, answersFrom(questions, editing.scope))
      : following
        ? request.followingRequest(following, answersFrom(questions, following.service.scope), today)
        : request.newRequest(today, scope.answers),
    validate: schemaResolver(requestForm(today, questions, after), { sync: true }),
  })
  // The draft of a type stays until it is sent, even if the dialog is closed by accident.
  const dropDraft = useDraft(
    `${editing ? 'edit' : following ? `ask again ${following.service.id} ${following.endsOn} for` : 'request'} ${type.id}`,
    form,
    { stays: !editing },
  )
  const { values } = form
  const recurring = values.service_type === 'recurring'
  // A draft can't keep them.
  const [files, setFiles] = useState<ChosenFile[]>([])
  const excluded_vendors = values.excluded_vendors.filter((id) => vendors?.some((vendor) => vendor.id === id))

  const onSubmit = form.onSubmit(
    async (values) => {
      try {
        const wanted = toRequest({ ...values, excluded_vendors })
        const sent = await send({ ...wanted, scope: toAnswers(questions, values.scope) })
        notify.success(sent.said)
        await sendRequestFiles(sent.id, files)
        dropDraft()
        onSent()
      } catch (error) {
        notify.error((editing ? request.editFailed : request.requestFailed)(reasonOf(error)))
        const field = refusedField(form, error)
        if (field !== undefined) showErrors(form, { [field]: reasonOf(error) })
      }
      // After an error, too: the services or vendors may have changed.
      void refreshAfter(...(editing ? CHANGED : REQUESTED))
    },
    (errors) => {
      notify.error(request.refusal(values, errors))
      focusFirst(form, errors)
    },
  )

  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <CountedTextarea
        label="Service Description"
        placeholder="What needs doing, where, and what a vendor should know"
        required
        withAsterisk={false}
        max={LIMITS.description}
        {...form.getInputProps('description')}
        value={values.description}
      />
      <ScopeFields questions={questions} form={form} />
      <Radio.Group label="How often do you need it?" {...form.getInputProps('service_type')}>
        <div className={classes.choices}>
          <Radio value="recurring" label="Recurring" />
          <Radio value="on-demand" label="One-time" />
        </div>
      </Radio.Group>
      <div className={classes.dates}>
        {recurring && (
          <NativeSelect
            label="Service Frequency"
            data={FREQUENCIES.map(({ weeks, label }) => ({ value: String(weeks), label }))}
            {...form.getInputProps('required_every_weeks')}
          />
        )}
        <TextInput
          type="date"
          label="Desired Start Date"
          required
          withAsterisk={false}
          min={after === null ? today : addDays(after, 1)}
          {...form.getInputProps('preferred_start_date')}
          onChange={({ currentTarget }) =>
            form.setValues(request.withStart(values, currentTarget.value, today))
          }
        />
        {recurring && values.ends === 'date' && (
          <TextInput
            type="date"
            label="End Date"
            min={values.preferred_start_date || today}
            {...form.getInputProps('preferred_end_date')}
            onChange={({ currentTarget }) =>
              form.setValues({ preferred_end_date: currentTarget.value, endChosen: true })
            }
          />
        )}
      </div>
      {recurring && (
        <Radio.Group label="Ends" {...form.getInputProps('ends')}>
          <div className={classes.choices}>
            {request.ENDS.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </div>
          <p className={classes.hint} aria-live="polite">
            {request.visitsHint(values, today)}
          </p>
        </Radio.Group>
      )}
      {!editing && (
        <div className={classes.dates}>
          {request.DEADLINES.map(({ name, label }) => (
            <TextInput
              key={name}
              type="date"
              label={label}
              description={request.lateHint(name, values)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              min={today}
              {...form.getInputProps(name)}
              onChange={({ currentTarget }) =>
                form.setValues({ [name]: currentTarget.value, deadlinesChosen: true })
              }
            />
          ))}
        </div>
      )}
      {!editing && (
        <div className={classes.files}>
          {files.length > 0 && (
            <ul className={classes.chosen} aria-label="Photos and files">
              {files.map(({ id, file }) => (
                <li key={id}>{file.name}</li>
              ))}
            </ul>
          )}
          <ChooseRequestFiles count={files.length} onChoose={(chosen) => setFiles([...files, ...chosen])} />
        </div>
      )}
      {vendors !== undefined && vendors.length > 0 && (
        <MultiSelect
          label="Vendors not to ask"
          description="Optional. Everyone else who offers this service is asked."
          placeholder={excluded_vendors.length === 0 ? 'Choose vendors to leave out' : undefined}
          data={vendors.map(({ id, company_name, city }) => ({
            value: id,
            label: `${company_name}, ${city}`,
          }))}
          searchable
          clearable
          hidePickedOptions
          nothingFoundMessage="No other vendor matches"
          maxDropdownHeight={240}
          // Outside of the dialog, touch would not reach the list, and it would widen the page of a phone.
          comboboxProps={{ withinPortal: false }}
          {...form.getInputProps('excluded_vendors')}
          value={excluded_vendors}
        />
      )}
      {vendors && following && !vendors.some(({ id }) => id === following.service.assigned_vendor) && (
        <p className={classes.hint}>
          {following.service.company_name} no longer offers this service, so it is not asked.
        </p>
      )}
      <DialogFoot>
        <DialogNote>
          {editing
            ? 'The vendors will be told. Prices that they sent wait until they confirm or change them.'
            : vendors && askedText(vendors.length - excluded_vendors.length)}
        </DialogNote>
        <Button type="submit" loading={form.submitting}>
          {editing ? 'Save Changes' : 'Request Quotes from Vendors'}
        </Button>
      </DialogFoot>
    </form>
  )
}

const REQUESTED = ['service_requested', 'quote_requested'] as const
const CHANGED = ['service_changed', 'request_changed'] as const

type SentRequest = { id: string; said: string }

/** Sends a new request, or the changes of an open one. Resolves with the service, and what to say. */
function useSend(
  type: Pick<ServiceType, 'id'>,
  { editing, follows }: { editing: Service | undefined; follows: string | null },
) {
  const { mutateAsync: requestQuotes } = useMutation(trpc.services.request.mutationOptions())
  const { mutateAsync: edit } = useMutation(trpc.services.edit.mutationOptions())
  return async (wanted: ReturnType<typeof toRequest> & { scope: ScopeAnswers }): Promise<SentRequest> => {
    const { excluded_vendors, ...changed } = wanted
    if (editing) {
      await edit({ id: editing.id, ...changed })
      return { id: editing.id, said: 'Request changed. Its vendors are told.' }
    }
    const { id, vendors } = await requestQuotes({ service_type_id: type.id, follows, ...wanted })
    return { id, said: `Quote requests sent to ${vendors} vendors!` } // [8.success.11]
  }
}

function askedText(count: number): string {
  if (count === 0) return 'No vendor to ask yet. Those who start to offer it will be asked.'
  return count === 1 ? '1 vendor will be asked.' : `${count} vendors will be asked.`
}
