import { Button, NativeSelect, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { LIMITS } from '../../../domain/limits.ts'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import { TIE_LABELS, TIES, type Tie, unitNumber } from '../../../domain/members/unit.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { sendForm } from '../../forms/send-form.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import formClasses from '../../ui/dialog-form.module.css'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { notify } from '../../ui/notify.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './captain-members-page.module.css'

type TiedPerson = { id: string; name: string }
type Props = { person: TiedPerson; opened: boolean; onClose: () => void }

/** What a person owns or rents, as the captain says. Product 4.1 */
export function TiesDialog({ person, opened, onClose }: Props) {
  const held = useQuery(trpc.members.removal.queryOptions({ id: person.id }, { enabled: opened, gcTime: 0 }))
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="md"
      title={`Units of ${person.name}`}
      lead="Owners vote. A unit that is not known yet is added."
    >
      {held.data ? (
        <TiesForm person={person} held={held.data.units} onClose={onClose} />
      ) : held.isError ? (
        <LoadFailed
          reason={MEMBER_MESSAGES.tiesFailed(reasonOf(held.error))}
          onRetry={() => held.refetch()}
          busy={held.isFetching}
        />
      ) : (
        <RowSkeletons count={1} />
      )}
    </FormDialog>
  )
}

const schema = z.object({ holds: z.array(z.object({ unit: unitNumber })) })

/** A unit as typed, with a key of its own: two may be the same while they are typed. */
const typed = (unit: string, tie: Tie) => ({ key: crypto.randomUUID(), unit, tie })

type HeldUnits = { number: string; tie: Tie }[]

function TiesForm({ person, held, onClose }: { person: TiedPerson; held: HeldUnits; onClose: () => void }) {
  const { mutateAsync: save } = useMutation(trpc.members.setTies.mutationOptions())
  const [known] = useState(() => held.map(({ number, tie }) => typed(number, tie)))
  const form = useForm({
    initialValues: { holds: known.length > 0 ? known : [typed('', 'owner')] },
    validate: schemaResolver(schema, { sync: true }),
  })
  const busy = form.submitting
  const { holds } = form.values
  const onSubmit = sendForm(form, {
    send: async (values) => {
      await save({ id: person.id, holds: values.holds.map(({ unit, tie }) => ({ unit, tie })) })
      onClose()
      notify.success(MEMBER_MESSAGES.tiesSaved(person.name))
    },
    failed: MEMBER_MESSAGES.tiesFailed,
    causes: ['ties_changed'],
  })
  return (
    <form noValidate onSubmit={onSubmit} className={formClasses.form}>
      {holds.length === 0 && <p className={classes.quiet}>They hold no unit, and don’t vote.</p>}
      {holds.map(({ key }, at) => (
        <div key={key} className={classes.hold}>
          <TextInput
            label={holds.length === 1 ? 'Unit Number' : `Unit Number ${at + 1}`}
            autoComplete="off"
            data-autofocus={at === 0 ? true : undefined}
            {...form.getInputProps(`holds.${at}.unit`)}
          />
          <NativeSelect
            label={holds.length === 1 ? 'Owner or Renter' : `Owner or Renter ${at + 1}`}
            data={TIES.map((tie) => ({ value: tie, label: TIE_LABELS[tie] }))}
            {...form.getInputProps(`holds.${at}.tie`)}
          />
          <Button
            variant="default"
            aria-label={`Take out unit ${holds.length === 1 ? '' : at + 1}`.trim()}
            onClick={() => form.removeListItem('holds', at)}
          >
            Take out
          </Button>
        </div>
      ))}
      {holds.length < LIMITS.units_of_person && (
        <div>
          <Button variant="default" onClick={() => form.insertListItem('holds', typed('', 'owner'))}>
            Another Unit
          </Button>
        </div>
      )}
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Save Units
        </Button>
      </DialogFoot>
    </form>
  )
}
