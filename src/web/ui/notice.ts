import { useEffect, useSyncExternalStore } from 'react'

export type NoticeTone = 'success' | 'info' | 'error'
export type ShownNotice = { tone: NoticeTone; message: string; at: number }

/** A notice that is younger than this when a dialog opens belongs to the dialog. */
const JUST_NOW_MS = 1000

let notice: ShownNotice | null = null
/** The open dialogs, topmost last. */
let dialogs: readonly string[] = []
const subscribers = new Set<() => void>()

function publish(): void {
  for (const each of subscribers) each()
}

function subscribe(each: () => void): () => void {
  subscribers.add(each)
  return () => subscribers.delete(each)
}

/** Says something in the place of the last notice. */
export function say(tone: NoticeTone, message: string): void {
  notice = { tone, message, at: performance.now() }
  publish()
}

export function clearNotice(): void {
  if (!notice) return
  notice = null
  publish()
}

/** An error no longer applies once it is being mended. */
export function clearErrorNotice(): void {
  if (notice?.tone === 'error') clearNotice()
}

/**
 * Notices stand in the topmost open dialog. A new dialog begins something new, so what was said before goes. An error goes
 * with its dialog; what worked is still to be read afterwards.
 */
export function openNoticeDialog(id: string): () => void {
  if (notice && performance.now() - notice.at > JUST_NOW_MS) notice = null
  dialogs = [...dialogs, id]
  publish()
  return () => {
    const isTop = dialogs.at(-1) === id
    dialogs = dialogs.filter((each) => each !== id)
    if (isTop && notice?.tone === 'error') notice = null
    publish()
  }
}

/** The notice to show in this dialog; null stands for the page. */
export function useNotice(dialog: string | null): ShownNotice | null {
  const isHere = () => (dialogs.at(-1) ?? null) === dialog
  return useSyncExternalStore(
    subscribe,
    () => (isHere() ? notice : null),
    () => null,
  )
}

/** How long a notice stays, in milliseconds: long enough to be read, and errors to be understood. */
const SHOWN_FOR_MS: Record<NoticeTone, number> = { success: 6000, info: 8000, error: 12_000 }

/** Removes a notice after its time, which stands still while somebody is at it. */
export function useNoticeEnd(shown: ShownNotice | null, held: boolean): void {
  useEffect(() => {
    if (!shown || held) return
    const timer = window.setTimeout(() => notice === shown && clearNotice(), SHOWN_FOR_MS[shown.tone])
    return () => window.clearTimeout(timer)
  }, [shown, held])
}
