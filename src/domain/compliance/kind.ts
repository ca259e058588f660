/** What a vendor shows of itself. */
export const COMPLIANCE_KINDS = ['insurance', 'license', 'w9'] as const
export type ComplianceKind = (typeof COMPLIANCE_KINDS)[number]

/** Their names, and as they stand in a sentence. */
export const COMPLIANCE_LABELS = {
  insurance: 'Insurance certificate',
  license: 'License',
  w9: 'W-9',
} as const satisfies Record<ComplianceKind, string>
/** The same within a sentence. */
export const COMPLIANCE_WORDS = {
  insurance: 'insurance certificate',
  license: 'license',
  w9: 'W-9',
} as const satisfies Record<ComplianceKind, string>

export const COMPLIANCE_NOUNS = {
  insurance: 'an insurance certificate',
  license: 'a license',
  w9: 'a W-9',
} as const satisfies Record<ComplianceKind, string>
