import './part-styles.ts'
import { Modal, type ModalProps } from '@mantine/core'
import { useMediaQuery, useMounted } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useBackCloses } from './dialog-history.ts'
import classes from './form-dialog.module.css'
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
  useLockedScrolling(opened && mounted)
  useBackCloses(opened && mounted, onClose, dismissible)
  return (
    <Modal
      opened={opened && mounted}
      onClose={onClose}
      title={title}
      size={size}
      fullScreen={phone}
      lockScroll={false}
      closeOnClickOutside={dismissible}
      closeOnEscape={dismissible}
      withCloseButton={dismissible}
    >
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </Modal>
  )
}
