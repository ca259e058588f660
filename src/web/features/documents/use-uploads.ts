import { useRef, useState } from 'react'
import { acceptUpload } from '../../../domain/documents/accept-upload.ts'
import { DOCUMENT_MESSAGES } from '../../../domain/documents/messages.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { sendFile } from '../../send-file.ts'
import { notify } from '../../ui/notify.tsx'

/** An upload that waits, runs or failed. */
export type UploadProgress = {
  id: number
  name: string
  /** 0 to 1; null while it waits for others. */
  progress: number | null
  failure: string | null
  stop: () => void
}

let lastId = 0

/** The document whose place a file takes. */
type EarlierDocument = { id: string }

/** Uploads files one by one, each beside the others or in the place of one. Finished uploads leave the list, failed ones stay. */
export function useUploads() {
  const [uploads, setUploads] = useState<UploadProgress[]>([])
  const line = useRef(Promise.resolve())

  const change = (id: number, values: Partial<UploadProgress>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...values } : upload)))
  const remove = (id: number) => setUploads((all) => all.filter((upload) => upload.id !== id))

  async function send(
    id: number,
    file: File,
    signal: AbortSignal,
    replaced?: EarlierDocument,
  ): Promise<void> {
    if (signal.aborted) return
    try {
      acceptUpload(file.name, file.size)
      change(id, { progress: 0 })
      // [V1.2.2]
      const query = new URLSearchParams({ name: file.name, ...(replaced && { replaces: replaced.id }) })
      await sendFile(`/api/documents?${query}`, file, {
        signal,
        onProgress: (progress) => change(id, { progress }),
      })
      remove(id)
      notify.success(replaced ? DOCUMENT_MESSAGES.replaced : DOCUMENT_MESSAGES.uploaded)
      await refreshAfter(replaced ? 'document_replaced' : 'document_uploaded')
    } catch (error) {
      if (signal.aborted) return
      const failure = reasonOf(error)
      change(id, { failure })
      notify.error(DOCUMENT_MESSAGES[replaced ? 'replaceFailed' : 'uploadFailed'](failure))
    }
  }

  function add(files: File[], replaced?: EarlierDocument): void {
    for (const file of files) {
      lastId += 1
      const id = lastId
      const stopping = new AbortController()
      const stop = () => {
        stopping.abort()
        remove(id)
      }
      setUploads((all) => [...all, { id, name: file.name, progress: null, failure: null, stop }])
      line.current = line.current.then(() => send(id, file, stopping.signal, replaced))
    }
  }

  return { uploads, add }
}
