import { Button, FileButton, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import { FILE_COLUMNS, type LineFate } from '../../../domain/members/invitation-file.ts'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { DialogFoot, DialogNote } from '../../ui/dialog-foot.tsx'
import formClasses from '../../ui/dialog-form.module.css'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Tone } from '../../ui/tone.ts'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import classes from './captain-members-page.module.css'

type Props = { opened: boolean; onClose: () => void }

/** Invites the people of a CSV file, after a preview that says each line's fate. Product 4.1 */
export function ImportDialog({ opened, onClose }: Props) {
  const flight = useSingleFlight()
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!flight.busy}
      title="Invite from CSV"
      lead={`Its first line names the columns: ${FILE_COLUMNS.join(', ')}. Each person gets an email, and is in once they choose a password.`}
    >
      <ImportSteps onClose={onClose} {...flight} />
    </FormDialog>
  )
}

type StepProps = { onClose: () => void } & ReturnType<typeof useSingleFlight>

/** A new one at each opening. */
function ImportSteps({ onClose, busy, run }: StepProps) {
  const preview = useMutation(trpc.members.previewInvitations.mutationOptions())
  const invite = useMutation(trpc.members.importInvitations.mutationOptions())
  const [csv, setCsv] = useState('')
  const [lines, setLines] = useState<LineFate[]>()

  const show = (text: string) =>
    run(async () => {
      try {
        setLines((await preview.mutateAsync({ csv: text })).lines)
      } catch (error) {
        notify.error(MEMBER_MESSAGES.fileFailed(reasonOf(error)))
      }
    })

  const send = (shown: string[]) =>
    run(async () => {
      try {
        const { invited } = await invite.mutateAsync({ csv, shown })
        onClose()
        notify.success(MEMBER_MESSAGES.imported(invited))
      } catch (error) {
        notify.error(MEMBER_MESSAGES.fileFailed(reasonOf(error)))
        setLines(undefined)
      }
      await refreshAfter('invitation_sent')
    })

  async function choose(file: File | null): Promise<void> {
    if (!file) return
    if (file.size > LIMITS.invitation_file) return notify.error(MEMBER_MESSAGES.fileFailed('it is too large'))
    // What is no UTF-8 becomes a character that the server refuses with a sentence.
    const text = await file.text()
    setCsv(text)
    await show(text)
  }

  if (lines) return <Preview lines={lines} busy={busy} onBack={() => setLines(undefined)} onInvite={send} />
  return (
    <form
      noValidate
      className={formClasses.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void show(csv)
      }}
    >
      <div>
        <FileButton
          accept=".csv,text/csv,text/plain"
          onChange={(file) => void choose(file)}
          inputProps={{ 'aria-label': 'Choose a file' }}
        >
          {(props) => (
            <Button {...props} variant="default" loading={busy} data-autofocus>
              Choose a file
            </Button>
          )}
        </FileButton>
      </div>
      <Textarea
        label="Or paste its text"
        placeholder={`${FILE_COLUMNS.join(',')}\nAna Reyes,ana@example.com,4B,owner`}
        rows={7}
        value={csv}
        onChange={({ currentTarget }) => setCsv(currentTarget.value)}
      />
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" loading={busy} disabled={csv.trim() === ''}>
          Preview
        </Button>
      </DialogFoot>
    </form>
  )
}

const FATES: Record<LineFate['fate'], [label: string, tone: Tone]> = {
  invite: ['Will be invited', 'green'],
  known: ['Nothing to do', 'neutral'],
  refused: ['Refused', 'red'],
}

type PreviewProps = {
  lines: LineFate[]
  busy: boolean
  onBack: () => void
  onInvite: (shown: string[]) => unknown
}

function Preview({ lines, busy, onBack, onInvite }: PreviewProps) {
  const shown = lines.flatMap((line) => (line.fate === 'invite' ? [line.invitee.email] : []))
  const count = (fate: LineFate['fate']) => lines.filter((line) => line.fate === fate).length
  return (
    <>
      <p role="status">
        {shown.length} will be invited, {count('known')} {count('known') === 1 ? 'is' : 'are'} known,{' '}
        {count('refused')} refused.
      </p>
      <section className={classes.lines} aria-label="Lines of the file">
        <table>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Person</th>
              <th scope="col">Unit</th>
              <th scope="col">What happens</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.line}>
                <td>{line.line}</td>
                <td>
                  <bdi>{line.name || 'No name'}</bdi>
                  <br />
                  <bdi className={classes.quiet}>{line.email}</bdi>
                </td>
                <td>
                  <bdi>{line.unit}</bdi>
                </td>
                <td>
                  <StatusBadge tone={FATES[line.fate][1]}>{FATES[line.fate][0]}</StatusBadge>
                  {line.fate !== 'invite' && <p className={classes.quiet}>This line {line.reason}</p>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <DialogFoot>
        <DialogNote>
          {shown.length === 0 ? 'Nobody is invited by this file.' : 'Only what is shown here is done.'}
        </DialogNote>
        <Button variant="default" onClick={onBack} disabled={busy}>
          Back
        </Button>
        <Button loading={busy} disabled={shown.length === 0} onClick={() => void onInvite(shown)}>
          {shown.length === 1 ? 'Invite 1 Person' : `Invite ${shown.length} People`}
        </Button>
      </DialogFoot>
    </>
  )
}
