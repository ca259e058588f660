import type { WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { vendorAgreement } from '../quotes/slots.ts'
import { serviceAgreement } from '../services/slots.ts'

const AgreementSection = lazyPart(() => import('./agreement-section.tsx'), 'AgreementSection')

export const agreements: WebFeature = {
  screens: [],
  sections: [
    section(serviceAgreement, AgreementSection, { order: 10 }),
    section(vendorAgreement, AgreementSection, { order: 10 }),
  ],
}
