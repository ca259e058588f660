import { Button, FileButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { greetingName } from '../../../domain/accounts/greeting.ts'
import { MAX_PHOTO_SIZE, PHOTO_MESSAGES, PHOTO_TYPES } from '../../../domain/profiles/photo.ts'
import { reasonOf } from '../../errors.ts'
import { usePassingNotice } from '../../forms/use-passing-notice.ts'
import { refreshAfter } from '../../refresh.ts'
import { sendFile } from '../../send-file.ts'
import { useSession } from '../../session/session.ts'
import { ErrorText, SuccessText } from '../../ui/message-box.tsx'
import classes from './photo-field.module.css'

/** Sharp at every size that the portal shows. */
const SIDE = 512

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
        return shrinkPhoto(file)
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

/**
 * Crops a photo to its middle square and scales it down. Redrawing turns it upright and drops the camera's metadata, such
 * as where it was taken.
 */
async function shrinkPhoto(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error(PHOTO_MESSAGES.wrongType)
  })
  const side = Math.min(picture.width, picture.height)
  const size = Math.min(side, SIDE)
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d')
  if (!context) throw new Error(PHOTO_MESSAGES.failed)
  context.fillStyle = '#fff' // behind what is transparent
  context.fillRect(0, 0, size, size)
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2]
  context.drawImage(picture, left, top, side, side, 0, 0, size, size)
  picture.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (!blob) throw new Error(PHOTO_MESSAGES.failed)
  return blob
}
