import { Button, type ButtonProps } from '@mantine/core'
import { Suspense } from 'react'
import { visitTime } from '../../../domain/visits/visit-time.ts'
import { cityToday } from '../../city.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useOpened } from '../../ui/use-opened.ts'
import type { ProvenVisit } from './visit.ts'
import type { Saying } from './words-dialog.tsx'

// Loaded when it opens: few visits need words.
const WordsDialog = lazyPart(() => import('./words-dialog.tsx'), 'WordsDialog')

type Props = { visit: ProvenVisit; saying: Saying; children: string } & Pick<ButtonProps, 'variant' | 'color'>

/** Opens the dialog in which a side says something of a visit. */
export function SayingButton({ visit, saying, children, ...style }: Props) {
  const { wanted, open, dialog } = useOpened()
  return (
    <>
      <Button
        {...style}
        onClick={open}
        aria-label={`${children}: ${visit.name} on ${visitTime(visit, cityToday())}`}
      >
        {children}
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <WordsDialog visit={visit} saying={saying} {...dialog} />
        </Suspense>
      )}
    </>
  )
}
