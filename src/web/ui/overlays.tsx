import './part-styles.ts'
import { Text } from '@mantine/core'
import { ModalsProvider, modals, useModals } from '@mantine/modals'
import { useEffect } from 'react'
import foot from './dialog-foot.module.css'
import { useBackCloses } from './dialog-history.ts'
import { PageNotice } from './page-notice.tsx'
import { useEscapeCloses } from './use-escape-closes.ts'
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

/** Everything that opens above a screen: notices, and confirmation dialogs. */
export function Overlays() {
  useEffect(() => onMounted(), [])
  return (
    <>
      <ModalsProvider modalProps={{ lockScroll: false, closeOnEscape: false }}>
        <Locked />
      </ModalsProvider>
      <PageNotice />
    </>
  )
}

function Locked() {
  const { modals: questions } = useModals()
  useLockedScrolling(questions.length > 0)
  useEscapeCloses(questions.length > 0, modals.closeAll)
  useBackCloses(
    questions.some(({ id }) => id !== LEAVING),
    modals.closeAll,
  )
  return null
}

export function closeQuestions(): void {
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
      groupProps: { className: foot.question, mod: { foot: true } },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
  })
}
