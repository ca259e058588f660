import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { visitTime } from '../../../domain/visits/visit-time.ts'
import { cityToday } from '../../city.ts'
import { useOpened } from '../../ui/use-opened.ts'
import type { ProvenVisit } from './visit.ts'
import { VisitProofPart } from './visit-parts.ts'

/** Opens what proves a finished visit. */
export function ProofButton({ visit }: { visit: ProvenVisit }) {
  const { wanted, open, dialog } = useOpened()
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={open}
        aria-label={`Proof: ${visit.name} on ${visitTime(visit, cityToday())}`}
      >
        Proof
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <VisitProofPart visit={visit} {...dialog} />
        </Suspense>
      )}
    </>
  )
}
