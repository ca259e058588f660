import type { QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { EventKind } from '../domain/events/event.ts'
import { queryClient, trpc } from './api.ts'
import { showing } from './at-once.ts'
import { sessionQuery } from './session.ts'

const parts = {
  session: trpc.accounts.session.pathKey(),
  profile: trpc.accounts.profile.pathKey(),
  members: trpc.members.pathKey(),
  services: trpc.services.pathKey(),
  quotes: trpc.quotes.pathKey(),
  appointments: trpc.appointments.pathKey(),
  vendors: trpc.vendors.pathKey(),
  billing: trpc.billing.pathKey(),
  buildings: trpc.buildings.pathKey(),
  documents: trpc.documents.pathKey(),
} satisfies Record<string, QueryKey>
type Part = keyof typeof parts

/** What each event may have changed on a screen. Closed: a new kind does not compile until it is placed here. */
const changedBy: Record<EventKind, readonly Part[]> = {
  vendor_signed_up: ['vendors'],
  building_added: [],
  captain_appointed: ['session', 'members'],
  member_joined: ['members', 'buildings'],
  member_invited: ['members'],
  member_accepted: ['session', 'members', 'buildings'],
  member_removed: ['session', 'members', 'buildings'],
  service_requested: ['services', 'billing'],
  quote_requested: ['services', 'quotes', 'vendors'],
  quote_submitted: ['services', 'quotes', 'vendors'],
  quote_updated: ['services', 'quotes', 'vendors'],
  quote_accepted: ['services', 'quotes', 'appointments', 'vendors', 'billing'],
  quote_withdrawn: ['services'],
  quote_declined: ['services', 'quotes', 'vendors'],
  appointment_completed: ['services', 'quotes', 'appointments', 'vendors', 'billing'],
  appointment_moved: ['services', 'appointments', 'vendors', 'billing'],
  appointment_cancelled: ['services', 'quotes', 'appointments', 'vendors', 'billing'],
  vendor_services_changed: ['services', 'quotes', 'vendors'],
  fee_charged: ['billing'],
  payment_received: ['billing'],
  profile_updated: ['session', 'profile', 'members', 'documents', 'quotes', 'appointments', 'vendors'],
  password_changed: [],
  password_reset_requested: [],
  password_reset: [],
  email_change_requested: [],
  email_changed: ['session', 'profile', 'members', 'vendors'],
  document_uploaded: ['documents'],
  document_renamed: ['documents'],
  contact_message_sent: [],
  admin_appointed: ['session'],
}

const EVERYTHING: QueryKey[] = [[]]
const BURST_MS = 50
const PATIENCE_MS = 2000
// The server's heart beats every 20 seconds.
const SILENCE_MS = 50_000
const FIRST_RETRY_MS = 1000
// A portal without its database is tried again in this rhythm, and is back within it.
const LAST_RETRY_MS = 4000

/** Keeps what is on the screen as it is on the server, while the caller is there: for one signed-in person. */
export function useLive(): void {
  useEffect(() => follow(), [])
}

/** Follows the stream of events until the function returned is called. */
function follow(): () => void {
  const refresher = createRefresher()
  let known = String(queryClient.getQueryData(sessionQuery().queryKey)?.last_event ?? 0)
  let stream: EventSource | undefined
  let retry: number | undefined
  let silence: number | undefined
  let opened = false
  let flowing = false
  let refusals = 0

  function open(): void {
    close()
    const source = new EventSource(`/live?after=${known}`)
    stream = source
    listen()
    source.onopen = () => {
      listen()
      if (opened) refresher.refresh(EVERYTHING)
      opened = true
      flowing = true
      refusals = 0
    }
    source.addEventListener('change', ({ data, lastEventId }: MessageEvent<string>) => {
      listen()
      known = lastEventId
      refresher.refresh(keysOf(data))
    })
    source.addEventListener('beat', listen)
    source.addEventListener('resync', () => refresher.refresh(EVERYTHING))
    source.onerror = () => {
      // A broken stream reopens by itself. A refused one does not: the session may have ended, or the server is away.
      const refused = source.readyState === EventSource.CLOSED
      if (refused) retry = window.setTimeout(open, Math.min(FIRST_RETRY_MS * 2 ** refusals++, LAST_RETRY_MS))
      // The server ends a stream when the person's standing has changed.
      if (flowing || refused) refresher.refresh([parts.session])
      flowing = false
    }
  }

  // A stream can break without a word: a network that went away, a proxy that keeps its own end open.
  function listen(): void {
    window.clearTimeout(silence)
    silence = window.setTimeout(open, SILENCE_MS)
  }

  function close(): void {
    window.clearTimeout(retry)
    window.clearTimeout(silence)
    stream?.close()
    stream = undefined
  }

  // A browser has few connections for one site: the windows that nobody looks at leave theirs to the others.
  function onVisibility(): void {
    if (document.visibilityState === 'hidden') close()
    else if (!stream) open()
  }

  // The old stream may look open for minutes after the network has changed under it.
  function onOnline(): void {
    if (stream) open()
  }

  onVisibility()
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', onOnline)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('online', onOnline)
    close()
    refresher.stop()
  }
}

/** A kind that this version of the portal does not know yet may have changed anything. */
function keysOf(kind: string): QueryKey[] {
  if (!Object.hasOwn(changedBy, kind)) return EVERYTHING
  return changedBy[kind as EventKind].map((part) => parts[part])
}

/**
 * Asks again for what changed: once for a burst of events, and never while the answers to the last question are
 * still on their way, or a steady stream of events would keep them from ever being shown.
 */
function createRefresher() {
  const due = new Map<string, QueryKey>()
  let timer: number | undefined
  let asking = false
  let stopped = false

  async function ask(): Promise<void> {
    timer = undefined
    // The answer could be from before what this person has just done, and sees as done.
    if (showing() > 0) return schedule()
    const keys = [...due.values()]
    due.clear()
    asking = true
    const answers = keys.map((queryKey) => queryClient.invalidateQueries({ queryKey }))
    await Promise.race([Promise.all(answers), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
    asking = false
    schedule()
  }

  function schedule(): void {
    if (stopped || asking || timer !== undefined || due.size === 0) return
    timer = window.setTimeout(() => void ask(), BURST_MS)
  }

  return {
    refresh(keys: QueryKey[]): void {
      for (const key of keys) due.set(JSON.stringify(key), key)
      schedule()
    },
    stop(): void {
      stopped = true
      window.clearTimeout(timer)
    },
  }
}
