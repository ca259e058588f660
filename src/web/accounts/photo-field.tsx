import { Button, FileButton } from '@mantine/core'
import { useRef, useState } from 'react'
import { greetingName } from '../../domain/accounts/greeting.ts'
import { MAX_PHOTO_SIZE, PHOTO_MESSAGES, PHOTO_TYPES } from '../../domain/accounts/photo.ts'
import { reasonOf } from '../errors.ts'
import { refreshSession, useSession } from '../session.ts'
import { ErrorText, SuccessText } from '../ui/message-box.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { usePassingNotice } from '../ui/use-passing-notice.ts'
import classes from './photo-field.module.css'
import { shrinkPhoto } from './shrink-photo.ts'

const TYPES = Object.keys(PHOTO_TYPES)

/** The picture in the top bar: shows it, takes another one, removes it. */
export function PhotoField() {
  const session = useSession()
  const [error, setError] = useState<string | null>(null)
  const notice = usePassingNotice()
  const { busy, run } = useBusy()
  // The same file may be chosen again after a refusal.
  const reset = useRef<() => void>(null)
  const photo = session?.photo_url ?? null
  const initial = greetingName(session?.first_name, null, session?.email).charAt(0).toUpperCase()

  const change = (words: string, work: () => Promise<void>) =>
    run(async () => {
      setError(null)
      notice.clear()
      try {
        await work()
        await refreshSession()
        notice.show(words)
      } catch (failure) {
        setError(reasonOf(failure))
      }
      reset.current?.()
    })

  const upload = (file: File | null) => {
    if (!file) return
    return change(PHOTO_MESSAGES.saved, async () => {
      if (!TYPES.includes(file.type)) throw new Error(PHOTO_MESSAGES.wrongType)
      if (file.size > MAX_PHOTO_SIZE) throw new Error(PHOTO_MESSAGES.tooLarge)
      await send({ method: 'POST', body: await shrinkPhoto(file) })
    })
  }

  return (
    <div className={classes.field}>
      {photo ? (
        <img src={photo} alt="As the top bar shows you" className={classes.photo} width={72} height={72} />
      ) : (
        <span className={classes.photo} aria-hidden>
          {initial}
        </span>
      )}
      <div className={classes.words}>
        <p className={classes.label}>Profile Photo</p>
        <p className={classes.hint}>You, or your dog. JPG or PNG, at most 5 MB.</p>
      </div>
      <div className={classes.actions}>
        <FileButton
          resetRef={reset}
          accept={TYPES.join()}
          onChange={upload}
          inputProps={{ 'aria-label': 'Profile Photo' }}
        >
          {(props) => (
            <Button {...props} variant="default" loading={busy}>
              {photo ? 'Change Photo' : 'Upload Photo'}
            </Button>
          )}
        </FileButton>
        {photo && (
          <Button
            variant="subtle"
            color="red"
            disabled={busy}
            onClick={() => change(PHOTO_MESSAGES.removed, () => send({ method: 'DELETE' }))}
          >
            Remove
          </Button>
        )}
      </div>
      <div className={classes.message}>
        <ErrorText>{error}</ErrorText>
        <SuccessText>{notice.words}</SuccessText>
      </div>
    </div>
  )
}

type Answer = { error?: { message?: string } }

async function send(request: RequestInit): Promise<void> {
  const response = await fetch('/api/photo', request)
  if (response.ok) return
  // A proxy on the way may answer in another form.
  const answer: Answer = await response.json().catch(() => ({}))
  throw new Error(answer.error?.message ?? PHOTO_MESSAGES.failed)
}
