import { refreshSession } from '../session.ts'

export type Sending = {
  /** How much of the file has left: 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

type Answer = { error?: { message?: string } } | null

/** Sends a file to the portal. Rejects with its own words, or with a TypeError where nothing answers, as fetch does. */
export function sendFile(file: File, { onProgress, signal }: Sending): Promise<void> {
  // Only this older kind of request tells how much has been sent.
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
    request.onerror = () => reject(new TypeError('Nothing answers'))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
