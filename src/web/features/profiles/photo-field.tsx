import { Button, FileButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { greetingName } from '../../../domain/accounts/greeting.ts'
import {
  MAX_PHOTO_SIZE,
  PHOTO_MESSAGES,
  PHOTO_TYPES,
  PROFILE_PHOTO_SIDE,
} from '../../../domain/profiles/photo.ts'
import { reasonOf } from '../../errors.ts'
import { usePassingNotice } from '../../forms/use-passing-notice.ts'
import { refreshAfter } from '../../refresh.ts'
import { sendFile } from '../../send-file.ts'
import { useSession } from '../../session/session.ts'
import { ErrorText, SuccessText } from '../../ui/message-box.tsx'
import classes from './photo-field.module.css'

const TYPES = Object.keys(PHOTO_TYPES)

type PhotoChange = { message: string; photo: () => Promise<Blob | null> }

/** The profile photo that the top bar shows: change it or remove it. [2.account.5] */
export function PhotoField() {
  const session = useSession()
  const notice = usePassingNotice()
  // Lets the person choose the same file again after a failure.
  const reset = useRef<() => void>(null)
  const change = useMutation({
    mutationFn: async ({ photo }: PhotoChange) => {
      notice.clear()
      await sendFile('/api/photo', await photo(), { failed: PHOTO_MESSAGES.failed })
      await refreshAfter('profile_updated')
    },
    onSuccess: (_, { message }) => notice.show(message),
    onSettled: () => reset.current?.(),
  })
  const photo = session?.photo_url ?? null
  const initial = greetingName(session?.first_name, null, session?.email).charAt(0).toUpperCase()

  function upload(file: File | null): void {
    if (!file) return
    change.mutate({
      message: PHOTO_MESSAGES.saved,
      photo: async () => {
        if (!TYPES.includes(file.type)) throw new Error(PHOTO_MESSAGES.wrongType)
        if (file.size > MAX_PHOTO_SIZE) throw new Error(PHOTO_MESSAGES.tooLarge)
        const { redrawPhoto } = await import('../../redraw-photo.ts')
        return redrawPhoto(file, { side: PROFILE_PHOTO_SIDE, square: true, ...PHOTO_MESSAGES })
      },
    })
  }

  const remove = () => change.mutate({ message: PHOTO_MESSAGES.removed, photo: async () => null })

  return (
    <div className={classes.field}>
      {photo ? (
        <img src={photo} alt="As the top bar shows you" className={classes.photo} width={72} height={72} />
      ) : (
        <span className={classes.photo} aria-hidden>
          {initial}
        </span>
      )}
      <div>
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
            <Button {...props} variant="default" loading={change.isPending}>
              {photo ? 'Change Photo' : 'Upload Photo'}
            </Button>
          )}
        </FileButton>
        {photo && (
          <Button variant="subtle" color="red" disabled={change.isPending} onClick={remove}>
            Remove
          </Button>
        )}
      </div>
      <div className={classes.message}>
        <ErrorText>{change.isError && reasonOf(change.error)}</ErrorText>
        <SuccessText>{notice.text}</SuccessText>
      </div>
    </div>
  )
}
