import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useOpened } from '../../ui/use-opened.ts'

const TakeBackForm = lazyPart(() => import('./take-back-form.tsx'), 'TakeBackForm')

type Props = {
  /** A payment that can be taken back: what people call it, its cents, and what it is of. */
  payment: { id: string; name: string; amount: number; of: 'fee' | 'invoice' }
}

/** Beside a payment that was recorded by hand. Product 3.3 */
export function TakeBackButton({ payment }: Props) {
  const { wanted, open, dialog } = useOpened()
  return (
    <>
      <Button
        size="sm"
        variant="default"
        aria-haspopup="dialog"
        aria-label={`Take back ${payment.name}`}
        onClick={open}
      >
        Take Back
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <TakeBackForm payment={payment} {...dialog} />
        </Suspense>
      )}
    </>
  )
}
