import { BIN_DAYS } from './bin.ts'

/** Messages of Building Documents. */
export const DOCUMENT_MESSAGES = {
  uploaded: 'Document uploaded successfully', // [8.success.14]
  renamed: 'Document renamed successfully', // [8.success.13]
  uploadFailed: (reason: string) => `Failed to upload document: ${reason}`, // [8.building.8]
  renameFailed: (reason: string) => `Failed to rename document: ${reason}`, // [8.building.6]
  openFailed: (reason: string) => `Failed to open document: ${reason}`, // [8.building.7]
  replaced: `Document replaced. The earlier one is in the bin for ${BIN_DAYS} days.`,
  deleted: 'Document moved to the bin',
  restored: 'Document restored',
  emptied: 'Bin emptied',
  replaceFailed: (reason: string) => `Failed to replace document: ${reason}`,
  deleteFailed: (reason: string) => `Failed to delete document: ${reason}`,
  restoreFailed: (reason: string) => `Failed to restore document: ${reason}`,
  emptyFailed: (reason: string) => `Failed to empty the bin: ${reason}`,
  confirmDelete: `It moves to the bin, where it can be restored for ${BIN_DAYS} days. Neighbors no longer see it.`,
  confirmEmpty: (documents: number, size: string) =>
    `${documents === 1 ? 'The document' : `All ${documents} documents`} in the bin (${size}) will be deleted for good. This can’t be undone.`,
  nameEmpty: 'Document name cannot be empty', // [8.building.3]
  none: 'No documents uploaded yet', // [8.empty.4]
} as const
