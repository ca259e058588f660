import './part-styles.ts'
import { Modal, type ModalProps } from '@mantine/core'
import { useMediaQuery, useMounted } from '@mantine/hooks'
import { type MouseEvent, type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { NoticeFoot, OpenDialogContext } from './dialog-foot.tsx'
import { useBackCloses } from './dialog-history.ts'
import classes from './form-dialog.module.css'
import { clearErrorNotice, openNoticeDialog } from './notice.ts'
import { useEscapeCloses } from './use-escape-closes.ts'
import { useLockedScrolling } from './use-locked-scrolling.ts'

type Props = {
  opened: boolean
  onClose: () => void
  /** The dialog's visible title and its name. */
  title: string
  /** A quiet line under the title. */
  lead?: ReactNode
  size?: ModalProps['size']
  /** False while a request runs that a stray click must not abandon. */
  dismissible?: boolean
  children: ReactNode
}

/** A dialog: full screen on a phone. It traps the focus, and returns it when it closes. */
export function FormDialog({
  opened,
  onClose,
  title,
  lead,
  size = 'lg',
  dismissible = true,
  children,
}: Props) {
  const phone = useMediaQuery('(max-width: 36em)', undefined, { getInitialValueInEffect: false })
  // A lazily loaded dialog starts closed, or it would not know where to return the focus.
  const mounted = useMounted()
  const isOpen = opened && mounted
  const id = useId()
  const [feet, setFeet] = useState(0)
  const dialog = useMemo(() => ({ id, setFeet }), [id])
  useLockedScrolling(isOpen)
  useEffect(() => (isOpen ? openNoticeDialog(id) : undefined), [isOpen, id])
  useBackCloses(isOpen, onClose, dismissible)
  useEscapeCloses(isOpen, onClose, dismissible)
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={size}
      fullScreen={phone}
      lockScroll={false}
      closeOnClickOutside={dismissible}
      closeOnEscape={false}
      withCloseButton={dismissible}
      onMouseDown={keepFocusInside}
    >
      {lead && <p className={classes.lead}>{lead}</p>}
      <div className={classes.content} onInput={clearErrorNotice} onSubmitCapture={clearErrorNotice}>
        <OpenDialogContext value={dialog}>{children}</OpenDialogContext>
        {feet === 0 && <NoticeFoot dialog={id} />}
      </div>
    </Modal>
  )
}

/** A press beside the dialog leaves the focus in it: the second click of a double click may fall there. */
function keepFocusInside(event: MouseEvent): void {
  const pressed = event.target as Element
  if (event.currentTarget.contains(pressed) && !pressed.closest('[role="dialog"]')) event.preventDefault()
}
