/** Messages about compliance documents. */
export const COMPLIANCE_MESSAGES = {
  loadFailed: (reason: string) => `The documents could not be loaded. ${reason}`,
  added: 'Document added. We verify it, and tell you by email.',
  addFailed: (reason: string) => `The document could not be added: ${reason}`,
  noFile: 'Choose the file of the document',
  confirmRemove: 'Its file is deleted, too. You can add it again.',
  removed: 'Document removed.',
  removeFailed: (reason: string) => `The document could not be removed: ${reason}`,
  verified: (company: string) => `Verified. ${company} is told.`,
  verifyFailed: (reason: string) => `The document could not be verified: ${reason}`,
  refused: (company: string) => `Refused. ${company} is told why.`,
  refuseFailed: (reason: string) => `The document could not be refused: ${reason}`,
  typesFailed: (reason: string) => `The services could not be loaded. ${reason}`,
  confirmRequire: (lacking: number, vendors: number, service: string) =>
    `${lacking} of ${vendors} ${vendors === 1 ? 'vendor' : 'vendors'} for ${service} ${lacking === 1 ? 'has' : 'have'} none that is valid today. Until they do, their quotes can’t be accepted, and their visits can’t be checked in.`,
  required: (noun: string, service: string) => `${service} requires ${noun} now.`,
  notRequired: (noun: string, service: string) => `${service} no longer requires ${noun}.`,
  requireFailed: (reason: string) => `The requirement could not be changed: ${reason}`,
} as const
