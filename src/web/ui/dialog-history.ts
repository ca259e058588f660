import { useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * Back closes the topmost dialog. An open dialog has an entry of its own in the browser's history, at the same address;
 * `dialogs` in its state counts how many are open there.
 */
type EntryState = { dialogs?: number; __TSR_key?: string } | null

/** Closes a dialog, and tells whether it may be closed now. */
type Close = () => boolean

const open: Close[] = []
const entry = (): EntryState => window.history.state
const dialogsHere = () => entry()?.dialogs ?? 0

/** The dialogs of the entry that the browser last moved to. */
let depth = 0
let started = false

/** Whether the browser is on its way back over entries whose dialogs were closed otherwise. */
let tidying = false
let onTidy: () => void = () => undefined
let tidied = Promise.resolve()

/** The router's key of the page that it shows. Public pages have no router. */
let pageKey: () => string | undefined = () => undefined

/** For the router, which neither hears of these entries nor loads its page again for them. Called before it is created. */
export function hideDialogEntries(keyOfPage: () => string | undefined): void {
  pageKey = keyOfPage
  start()
}

/** Resolves once the browser has left the entries of closed dialogs. A page that is pushed meanwhile would be left instead. */
export const dialogEntriesLeft = (): Promise<void> => tidied

function start(): void {
  if (started) return
  started = true
  // After a reload, the entry is still there, and its dialog may open again.
  depth = dialogsHere()
  window.addEventListener('popstate', onPop)
}

function onPop(event: PopStateEvent): void {
  const before = depth
  depth = dialogsHere()
  const samePage = entry()?.__TSR_key === pageKey()
  if (samePage && depth !== before) event.stopImmediatePropagation()
  if (tidying) {
    tidying = false
    onTidy()
    pushEntries() // for one that opened meanwhile
  } else if (open.length > depth) closeAbove()
  // Back from an entry without its dialog: the person wants to leave the page.
  else if (samePage && depth < before) window.history.back()
}

function closeAbove(): void {
  while (open.length > depth) {
    const close = open.pop()
    if (!close || close()) continue
    open.push(close)
    window.history.go(open.length - depth) // it stays, and so does its entry
    return
  }
}

function pushEntries(): void {
  while (dialogsHere() < open.length) {
    depth = dialogsHere() + 1
    // Not by the router's method of the same name, which would load the page again.
    History.prototype.pushState.call(window.history, { ...entry(), dialogs: depth }, '')
  }
}

function openEntry(close: Close): void {
  start()
  open.push(close)
  // An entry whose dialog was closed otherwise is used again.
  pushEntries()
}

/** Closed otherwise than by Back, or with its page. */
function closeEntry(close: Close, leave: () => void): void {
  const place = open.indexOf(close)
  if (place < 0) return
  open.splice(place, 1)
  leave()
}

function tidy(): void {
  const over = dialogsHere() - open.length
  if (tidying || over <= 0 || entry()?.__TSR_key !== pageKey()) return
  tidying = true
  tidied = new Promise((resolve) => {
    onTidy = resolve
  })
  window.history.go(-over)
}

/**
 * While `opened`, the browser's Back closes it, or does nothing while it may not be closed. Returns what removes its entry
 * for a link inside, so that the next page takes its place.
 */
export function useBackCloses(opened: boolean, onClose: () => void, mayClose = true): () => void {
  const own = useRef<Close>(undefined)
  const close = useEffectEvent(() => {
    if (mayClose) onClose()
    return mayClose
  })
  // Before the dialog is seen: a Back that comes at once would leave the page otherwise.
  useLayoutEffect(() => {
    if (!opened) return
    const closeThis = () => close()
    own.current = closeThis
    openEntry(closeThis)
    // A page that is pushed at the same time is first: then the entry stays below it.
    return () => closeEntry(closeThis, () => window.setTimeout(tidy))
  }, [opened])
  return () => own.current && closeEntry(own.current, tidy)
}
