import { refreshSession } from '../../session/session.ts'

export type Sending = {
  /** The sent share of the file: 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

type Answer = { error?: { message?: string } } | null

/**
 * Uploads a document. Rejects with the server's message, or like fetch with a TypeError without a response.
 * [V1.2.2]
 */
export function sendFile(file: File, { onProgress, signal }: Sending): Promise<void> {
  // fetch reports no upload progress.
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.open('POST', `/api/documents?name=${encodeURIComponent(file.name)}`)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status === 201) return resolve()
      if (request.status === 401 || request.status === 403) void refreshSession()
      const answer: Answer = request.response
      reject(new Error(answer?.error?.message ?? ''))
    }
    request.onerror = () => reject(new TypeError('No response'))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
