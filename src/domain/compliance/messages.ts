type Effect = { vendors: number; of: number; visits: number; service: string }

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
  confirmRequire: ({ vendors, of, visits, service }: Effect) =>
    `${service} is offered by ${of} ${of === 1 ? 'vendor' : 'vendors'}. ${vendors === 1 ? '1 vendor lacks' : `${vendors} vendors lack`} the document today or for a booked visit: without it no quote of theirs can be accepted. ${visits === 0 ? 'No booked visit is' : visits === 1 ? '1 booked visit is' : `${visits} booked visits are`} put at risk. These vendors and the buildings of these visits get an email.`,
  required: (noun: string, service: string) => `${service} requires ${noun} now.`,
  notRequired: (noun: string, service: string) => `${service} no longer requires ${noun}.`,
  requireFailed: (reason: string) => `The requirement could not be changed: ${reason}`,
} as const
