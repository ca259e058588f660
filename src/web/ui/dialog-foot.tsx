import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import classes from './dialog-foot.module.css'
import { ErrorText, SuccessText } from './message-box.tsx'
import { useNotice, useNoticeEnd } from './notice.ts'

/** A dialog, for its content, which counts the feet that it has itself. */
type OpenDialog = { id: string; setFeet: Dispatch<SetStateAction<number>> }

export const OpenDialogContext = createContext<OpenDialog | null>(null)

type Props = {
  /** Why it can't go on, or that it is done, above the buttons. */
  message?: ReactNode
  /** The buttons. What goes on comes last. */
  children: ReactNode
}

/** The foot of a dialog: its buttons, in sight however long it is, and above them what there is to say. */
export function DialogFoot({ message, children }: Props) {
  const dialog = use(OpenDialogContext)
  const foot = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!dialog) return
    dialog.setFeet((feet) => feet + 1)
    return () => dialog.setFeet((feet) => feet - 1)
  }, [dialog])
  // The words at a wrong field and in the foot appear after it took the focus, and must not cover it. Nor must what loads above
  // it push it beneath the foot, which a browser prevents only where it is scrolled already. A dialog that opens doesn't scroll to
  // the field that it gives the focus.
  useEffect(() => {
    const shown = foot.current?.closest('[role="dialog"]')
    if (!shown) return
    const show = () => {
      const field = shown.querySelector(':is(input, textarea, select):focus')
      if (shown.scrollTop === 0 || field?.ariaInvalid === 'true') field?.scrollIntoView({ block: 'nearest' })
    }
    shown.addEventListener('focusin', show, { once: true })
    const grown = new ResizeObserver(show)
    for (const part of shown.children) grown.observe(part)
    return () => {
      shown.removeEventListener('focusin', show)
      grown.disconnect()
    }
  }, [])
  return (
    <div ref={foot} className={classes.foot} data-foot>
      {message}
      {dialog && <DialogNotice dialog={dialog.id} />}
      <div className={classes.actions}>{children}</div>
    </div>
  )
}

/** A short note beside the buttons. */
export function DialogNote({ children }: { children: ReactNode }) {
  return <span className={classes.note}>{children}</span>
}

/** The notices of a dialog whose content has no foot. */
export function NoticeFoot({ dialog }: { dialog: string }) {
  if (!useNotice(dialog)) return null
  return (
    <div className={classes.foot} data-foot>
      <DialogNotice dialog={dialog} />
    </div>
  )
}

function DialogNotice({ dialog }: { dialog: string }) {
  const notice = useNotice(dialog)
  const isError = notice?.tone === 'error'
  // An error stays until it is being mended.
  useNoticeEnd(notice, isError)
  if (!notice) return null
  return isError ? (
    <ErrorText>{notice.message}</ErrorText>
  ) : (
    <SuccessText role="alert">{notice.message}</SuccessText>
  )
}
