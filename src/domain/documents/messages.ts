/** Messages of Building Documents. */
export const DOCUMENT_MESSAGES = {
  uploaded: 'Document uploaded successfully', // [8.success.14]
  renamed: 'Document renamed successfully', // [8.success.13]
  uploadFailed: (reason: string) => `Failed to upload document: ${reason}`, // [8.building.8]
  renameFailed: (reason: string) => `Failed to rename document: ${reason}`, // [8.building.6]
  openFailed: (reason: string) => `Failed to open document: ${reason}`, // [8.building.7]
  nameEmpty: 'Document name cannot be empty', // [8.building.3]
  none: 'No documents uploaded yet', // [8.empty.4]
} as const
