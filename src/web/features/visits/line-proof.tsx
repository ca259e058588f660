import { ProofButton } from './proof-button.tsx'
import type { ProvenVisit } from './visit.ts'

/** Opens what proves the visit of an invoice's line. In a script of its own: the button is part of screens. */
export function LineProof({ visit }: { visit: ProvenVisit }) {
  return <ProofButton visit={visit} />
}
