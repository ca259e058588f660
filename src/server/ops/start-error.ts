/** The start can't go on. The message is one sentence for the operator, shown without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** What the operator should know about a folder that the portal can't use, by the system's error code. */
const folderProblems: Record<string, string> = {
  ENOSPC: 'is on a full disk: free some space and start again',
  EDQUOT: "is over its owner's disk quota: free some space and start again",
  EROFS: 'is on a read-only disk: name a folder that can be written to in DATA_DIR',
  EACCES: 'is not writable for this user: change its permissions, or name another folder in DATA_DIR',
  EPERM: 'is not writable for this user: change its permissions, or name another folder in DATA_DIR',
  ENOTDIR: 'is not a folder: name a folder in DATA_DIR',
  EEXIST: 'is not a folder: name a folder in DATA_DIR',
}

/** A failed file operation, or the text of a failed PostgreSQL program, as a sentence about the data folder. */
export function folderError(dataDir: string, cause: unknown): StartError {
  const text = cause instanceof Error ? cause.message : String(cause)
  const code = codeOf(cause) ?? codeInText(text)
  const problem = (code && folderProblems[code]) ?? `can't be used: ${text}`
  return new StartError(`The data folder ${dataDir} ${problem}.`, { cause })
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
}

function codeInText(text: string): string | undefined {
  if (text.includes('No space left on device')) return 'ENOSPC'
  if (text.includes('Disk quota exceeded')) return 'EDQUOT'
  if (text.includes('Read-only file system')) return 'EROFS'
  if (text.includes('Permission denied')) return 'EACCES'
  return undefined
}
