/** The exact sentences of Building Documents. Section 8, and decisions, 'Documents'. */
export const DOCUMENT_MESSAGES = {
  uploaded: 'Document uploaded successfully',
  renamed: 'Document renamed successfully',
  uploadFailed: (reason: string) => `Failed to upload document: ${reason}`,
  renameFailed: (reason: string) => `Failed to rename document: ${reason}`,
  openFailed: (reason: string) => `Failed to open document: ${reason}`,
  nameEmpty: 'Document name cannot be empty',
  none: 'No documents uploaded yet',
} as const
