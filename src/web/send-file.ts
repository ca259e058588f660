import { refreshSession } from './session/session.ts'

type Sending = {
  /** The sent share of the file: 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  /** The message of a failure for which the server sends none. */
  failed?: string
}

/** So long nothing may happen: then the connection counts as dead. */
const STALLED_MS = 60_000

/** The server's answer to a file that it did not take. */
export class FileRefused extends Error {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

type Answer = { error?: { message?: string } } | null

/**
 * Sends a file to an address; null removes the file there. Rejects with the server's message, or like fetch with a
 * TypeError without a response.
 */
export function sendFile(address: string, file: Blob | null, sending: Sending): Promise<void> {
  const { onProgress, signal, failed = '' } = sending
  // fetch reports no upload progress.
  const request = new XMLHttpRequest()
  let stalled: ReturnType<typeof setTimeout> | undefined
  return new Promise((resolve, reject) => {
    request.open(file ? 'POST' : 'DELETE', address)
    request.responseType = 'json'
    // A dead connection reports no error.
    const watch = () => {
      clearTimeout(stalled)
      stalled = setTimeout(() => {
        reject(new TypeError('No response'))
        request.abort()
      }, STALLED_MS)
    }
    request.onloadend = () => clearTimeout(stalled)
    request.upload.onprogress = ({ loaded, total }) => {
      watch()
      onProgress?.(total > 0 ? loaded / total : 0)
    }
    request.onload = () => {
      const { status } = request
      // A proxy may answer without JSON.
      const answer: Answer = request.response
      if (status >= 200 && status < 300 && answer) return resolve()
      if (status === 401 || status === 403) void refreshSession()
      reject(new FileRefused(answer?.error?.message ?? failed, status))
    }
    request.onerror = () => reject(new TypeError('No response'))
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    watch()
    request.send(file)
  })
}
