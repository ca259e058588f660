import './part-styles.ts'
import { Text } from '@mantine/core'
import { ModalsProvider, modals, useModals } from '@mantine/modals'
import { Notifications, notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useBackCloses } from './dialog-history.ts'
import classes from './overlays.module.css'
import { useLockedScrolling } from './use-locked-scrolling.ts'

export type Question = {
  title: string
  /** The exact question. */
  question: string
  /** The verb on the button that does it. */
  action: string
  /** The action takes something away: its button is red. */
  danger?: boolean
  /** Asked because the browser leaves the page, so that Back can't mean Cancel. */
  leaving?: boolean
}

const LEAVING = 'leaving'

let onMounted: () => void = () => undefined
const mounted = new Promise<void>((resolve) => {
  onMounted = resolve
})

/** Everything that opens above a screen: notifications, and confirmation dialogs. */
export function Overlays() {
  useEffect(() => onMounted(), [])
  return (
    <>
      <ModalsProvider modalProps={{ lockScroll: false }}>
        <Locked />
      </ModalsProvider>
      <Notifications className={classes.notifications} position="top-center" limit={4} />
    </>
  )
}

function Locked() {
  const { modals: questions } = useModals()
  useLockedScrolling(questions.length > 0)
  useBackCloses(
    questions.some(({ id }) => id !== LEAVING),
    modals.closeAll,
  )
  return null
}

const looks = {
  success: { color: 'evergreen', icon: <IconCheck size={18} />, autoClose: 6000 },
  info: { color: 'evergreen', icon: <IconInfoCircle size={18} />, autoClose: 8000 },
  error: { color: 'red', icon: <IconAlertTriangle size={18} />, autoClose: 12000 },
}

/** The newest notification stands alone; errors stay longer. */
export function show(tone: keyof typeof looks, message: string): void {
  notifications.clean()
  notifications.show({
    ...looks[tone],
    message,
    role: 'alert',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
}

/** Closes notifications and questions: what they speak of is no longer there. */
export function clear(): void {
  notifications.clean()
  modals.closeAll()
}

export async function ask({ title, question, action, danger, leaving }: Question): Promise<boolean> {
  await mounted
  return new Promise((resolve) => {
    modals.openConfirmModal({
      ...(leaving ? { modalId: LEAVING } : {}),
      title,
      size: 'md',
      children: <Text>{question}</Text>,
      labels: { confirm: action, cancel: 'Cancel' },
      confirmProps: { color: danger ? 'red' : undefined },
      groupProps: { mt: 'lg' },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
  })
}
