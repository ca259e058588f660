import { Button, type ButtonProps } from '@mantine/core'
import { VISIT_MESSAGES } from '../../../domain/visits/messages.ts'
import { visitTime } from '../../../domain/visits/visit-time.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import type { ProvenVisit } from './visit.ts'

type Props = {
  visit: ProvenVisit
  /** Its words, and those of the button in the question. */
  children: string
  title: string
  question: string
  send: () => Promise<unknown>
  /** What is said once it is done. */
  said: string
  refresh: () => Promise<unknown>
} & Pick<ButtonProps, 'variant'>

/** Answers about a visit after a question, because money depends on it. */
export function AnswerButton({ visit, children, title, question, send, said, refresh, variant }: Props) {
  const { busy, run } = useSingleFlight()
  const answer = () =>
    run(async () => {
      if (!(await confirm({ title, question, action: children }))) return
      try {
        await send()
        notify.success(said)
      } catch (error) {
        notify.error(VISIT_MESSAGES.answerFailed(reasonOf(error)))
      }
      await refresh()
    })
  return (
    <Button
      variant={variant}
      loading={busy}
      onClick={() => void answer()}
      aria-label={`${children}: ${visit.name} on ${visitTime(visit, cityToday())}`}
    >
      {children}
    </Button>
  )
}
