import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { ATTACHED_NAMES } from '../../../domain/documents/attached-file.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { MAX_MESSAGE_FILES, MESSAGE_TEXTS } from '../../../domain/messages/message.ts'
import { optionalLongText } from '../../../domain/text.ts'
import { trpc } from '../../api.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { useIdOf } from '../../forms/use-id-of.ts'
import { sendFile } from '../../send-file.ts'
import { ChooseFiles, type ChosenFile } from '../../ui/choose-files.tsx'
import { notify } from '../../ui/notify.tsx'
import classes from './messages.module.css'

const messageForm = z.object({ words: optionalLongText('Message', LIMITS.message) })

const fileAddress = (quote: string, { id, file }: ChosenFile) =>
  `/api/message-files?${new URLSearchParams({ quote, id, name: file.name })}`

/** The next message of a thread, with files that are sent before it. What is typed stays until it is sent. Product 2.10 */
export function MessageForm({ quoteId, otherSide }: { quoteId: string; otherSide: string }) {
  const { mutateAsync } = useMutation(trpc.messages.send.mutationOptions())
  const [files, setFiles] = useState<ChosenFile[]>([])
  const [sending, setSending] = useState('')
  const { idOf, forget } = useIdOf(`message ${quoteId}`)
  const form = useForm({
    initialValues: { words: '' },
    validate: schemaResolver(messageForm, { sync: true }),
  })
  const dropDraft = useDraft(`message ${quoteId}`, form, { stays: true })
  const onSubmit = sendForm(form, {
    send: async (typed) => {
      const { words } = messageForm.parse(typed)
      for (const [index, chosen] of files.entries()) {
        setSending(`Sending file ${index + 1} of ${files.length}…`)
        await sendFile(fileAddress(quoteId, chosen), chosen.file, { failed: MESSAGE_TEXTS.fileFailed })
      }
      const ids = files.map(({ id }) => id)
      await mutateAsync({ quote: quoteId, id: idOf(JSON.stringify([words, ids])), words, files: ids })
      forget()
      notify.clear()
      setFiles([])
      form.reset()
      dropDraft()
    },
    failed: MESSAGE_TEXTS.failed,
    causes: ['message_sent'],
  })
  const busy = form.submitting
  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <CountedTextarea
        label={`Message to ${otherSide}`}
        rows={3}
        max={LIMITS.message}
        readOnly={busy}
        {...form.getInputProps('words')}
        value={form.values.words}
      />
      {files.length > 0 && (
        <ul className={classes.chosen} aria-label="Files to send">
          {files.map(({ id, file }) => (
            <li key={id}>
              {file.name}{' '}
              <Button
                variant="subtle"
                size="compact-md"
                disabled={busy}
                aria-label={`Leave out ${file.name}`}
                onClick={() => setFiles(files.filter((each) => each.id !== id))}
              >
                Leave out
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={classes.sending}>
        {busy && sending}
      </p>
      <div className={classes.buttons}>
        <ChooseFiles
          label="Add photos or files"
          accept={ATTACHED_NAMES}
          count={files.length}
          most={MAX_MESSAGE_FILES}
          tooMany={MESSAGE_TEXTS.tooManyFiles}
          busy={busy}
          onChoose={(chosen) => setFiles([...files, ...chosen])}
        />
        <Button type="submit" loading={busy}>
          Send
        </Button>
      </div>
    </form>
  )
}
