import { useRef, useState } from 'react'
import { acceptUpload } from '../../../domain/documents/document-name.ts'
import { DOCUMENT_MESSAGES } from '../../../domain/documents/messages.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { refreshSession } from '../../session/session.ts'
import { notify } from '../../ui/notify.tsx'

/** An upload that waits, runs or failed. */
export type Upload = {
  id: number
  name: string
  /** 0 to 1; null while it waits for others. */
  progress: number | null
  failure: string | null
  stop: () => void
}

let lastId = 0

/** Uploads files one by one. Finished uploads leave the list, failed ones stay. */
export function useUploads() {
  const [uploads, setUploads] = useState<Upload[]>([])
  const line = useRef(Promise.resolve())

  const change = (id: number, values: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...values } : upload)))
  const remove = (id: number) => setUploads((all) => all.filter((upload) => upload.id !== id))

  async function send(id: number, file: File, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    try {
      acceptUpload(file.name, file.size)
      change(id, { progress: 0 })
      await sendFile(file, { signal, onProgress: (progress) => change(id, { progress }) })
      remove(id)
      notify.success(DOCUMENT_MESSAGES.uploaded)
      await refreshAfter('document_uploaded')
    } catch (error) {
      if (signal.aborted) return
      const failure = reasonOf(error)
      change(id, { failure })
      notify.error(DOCUMENT_MESSAGES.uploadFailed(failure))
    }
  }

  function add(files: File[]): void {
    for (const file of files) {
      lastId += 1
      const id = lastId
      const stopping = new AbortController()
      const stop = () => {
        stopping.abort()
        remove(id)
      }
      setUploads((all) => [...all, { id, name: file.name, progress: null, failure: null, stop }])
      line.current = line.current.then(() => send(id, file, stopping.signal))
    }
  }

  return { uploads, add }
}

type Sending = {
  /** The sent share of the file: 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

type Answer = { error?: { message?: string } } | null

/**
 * Uploads a document. Rejects with the server's message, or like fetch with a TypeError without a response.
 * [V1.2.2]
 */
function sendFile(file: File, { onProgress, signal }: Sending): Promise<void> {
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
