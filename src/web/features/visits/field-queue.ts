import { type Mutation, onlineManager, useMutationState } from '@tanstack/react-query'
import type { EventKind } from '../../../domain/events.ts'
import { client, queryClient, trpc } from '../../api.ts'
import { isPassing, reasonOf, refusalCodeOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { sendFile } from '../../send-file.ts'
import { isKeeping, keptPlace, PLACE_DIGITS, restoreActions, startKeeping } from '../../session/kept.ts'
import { isSigningOut, sessionQuery } from '../../session/session.ts'
import { notify } from '../../ui/notify.tsx'
import { FIELD_KEY, type FieldAction, isUnsent, type Waiting } from './field-action.ts'
import { photoAddress } from './photo-address.ts'
import { stopAfter } from './shown-stop.ts'
import { todayQuery } from './today-query.ts'

// What a vendor does at a stop: shown at once, kept on the phone, and sent once there is a network, in the order in which it
// was done. The server takes each only once, so that sending again is safe. Nothing here waits for a query: the library
// continues those that it paused only once all actions are sent. Product 1.4

type FieldMutation = Mutation<void, Error, FieldAction>

const LONGEST_PAUSE = 30_000

const causes = {
  setOff: 'visit_on_the_way',
  checkIn: 'visit_checked_in',
  photo: 'visit_photo_added',
  finish: 'visit_finished',
} as const satisfies Record<FieldAction['kind'], EventKind>

const settingOff = trpc.visits.setOff.mutationOptions()
const checkingIn = trpc.visits.checkIn.mutationOptions()
const finishing = trpc.visits.finish.mutationOptions()

/** Photos that their person took back: those that are under way are not tried again. */
const discarded = new Set<string>()
const isDiscarded = (action: FieldAction) => action.kind === 'photo' && discarded.has(action.id)

/** What was kept is sent only to the person who did it. Asked before the first is sent: then there is a network. */
let samePerson: () => Promise<void> = () => Promise.resolve()

type Send = NonNullable<typeof settingOff.mutationFn>

async function send(action: FieldAction, context: Parameters<Send>[1]): Promise<void> {
  const { visit: id } = action
  await samePerson()
  if (isDiscarded(action)) return
  if (action.kind === 'setOff') await settingOff.mutationFn?.({ id, at: action.at }, context)
  else if (action.kind === 'checkIn') await checkingIn.mutationFn?.({ id, at: action.at }, context)
  else if (action.kind === 'photo')
    await sendFile(photoAddress(id, action.id, action.shows), action.picture, {})
  else {
    const { at, note, ticked, place } = action
    await finishing.mutationFn?.({ id, at, note, ticked, place }, context)
  }
}

queryClient.setMutationDefaults<void, Error, FieldAction>(FIELD_KEY, {
  mutationFn: send,
  // Paused without a network, unlike other mutations: this one is shown as waiting.
  networkMode: 'online',
  retry: (_, error) => isPassing(error),
  retryDelay: (count) => Math.min(1000 * 2 ** count, LONGEST_PAUSE),
  gcTime: Number.POSITIVE_INFINITY,
  // The page may be on its way to the sign-in.
  onError: (error) => {
    if (whyNotSent(error) === SIGNED_OUT) notify.error(SIGNED_OUT)
  },
  // The network may be gone again before the list is there.
  onSuccess: (_, action) =>
    queryClient.setQueryData(
      todayQuery().queryKey,
      (today) => today && { ...today, stops: today.stops.map((stop) => stopAfter(stop, action)) },
    ),
  onSettled: async (_data, error, { kind }) => {
    // A photo stays as an unsent one until the list has it. Without a network it comes with the next list.
    if (kind === 'photo' && !error) await showSent().catch(() => undefined)
    void refreshAfter(causes[kind])
  },
})

async function showSent(): Promise<void> {
  queryClient.setQueryData(todayQuery().queryKey, await client.visits.today.query())
}

const SIGNED_OUT =
  'You are signed out. This phone keeps what you did: sign in, and it is sent. If you no longer work for the company, tell them what you did here.'
const NOT_YOURS =
  'This visit is no longer assigned to you. Tell your office what you did here; this phone keeps it until you discard it.'

class SignedOut extends Error {}

/** In words for somebody at a stop: nothing of what they did may be lost silently. Product 1.8 */
function whyNotSent(error: unknown): string {
  const refusal = refusalCodeOf(error)
  if (error instanceof SignedOut || refusal === 'signed_out') return SIGNED_OUT
  return refusal === 'not_found' ? NOT_YOURS : reasonOf(error)
}

const all = () => queryClient.getMutationCache().findAll({ mutationKey: FIELD_KEY }) as FieldMutation[]

/** Names an action after all that are not sent yet, so that it is restored after them, also when the phone's clock was set back. */
function nextKept(): string {
  const places = all().map(({ meta }) => keptPlace(String(meta?.kept)))
  const place = Math.max(0, ...places) + 1
  return `${String(place).padStart(PLACE_DIGITS, '0')} ${crypto.randomUUID()}`
}

/** Shows it at once, and sends it when everything before it is sent. */
export function act(action: FieldAction): void {
  const mutation = queryClient.getMutationCache().build<void, Error, FieldAction, unknown>(queryClient, {
    mutationKey: FIELD_KEY,
    scope: { id: action.visit },
    meta: { kept: nextKept() },
  })
  // What failed is shown at its stop.
  mutation.execute(action).catch(() => undefined)
}

/** Sends again what was refused at a visit. */
export function sendAgain(visit: string): void {
  for (const mutation of all())
    if (mutation.state.status === 'error' && mutation.state.variables?.visit === visit)
      mutation.execute(mutation.state.variables).catch(() => undefined)
}

/** Forgets what was refused at a visit. */
export function discardRefused(visit: string): void {
  for (const mutation of all())
    if (mutation.state.status === 'error' && mutation.state.variables?.visit === visit)
      queryClient.getMutationCache().remove(mutation)
}

/** Forgets a photo that is not sent yet. */
export function discardPhoto(id: string): void {
  discarded.add(id)
  for (const mutation of all()) {
    const { variables } = mutation.state
    if (variables?.kind === 'photo' && variables.id === id) queryClient.getMutationCache().remove(mutation)
  }
  // It may have been the one that the others wait for.
  void queryClient.resumePausedMutations()
}

/** What is not sent yet of all stops, in its order. */
export function useWaiting(): Waiting[] {
  return useMutationState({
    filters: { mutationKey: FIELD_KEY, predicate: isUnsent },
    select: ({ state: { status, variables, isPaused, failureCount, error } }): Waiting => ({
      action: variables as FieldAction,
      isHeld: status === 'pending' && (isPaused || failureCount > 0),
      refusal: status === 'error' ? whyNotSent(error) : null,
    }),
  })
}

// A sent action, and its photo, is not needed any more.
queryClient.getMutationCache().subscribe(({ type, mutation }) => {
  // A restored action has a copy of the key.
  if (type !== 'updated' || mutation.state.status !== 'success') return
  if (mutation.options.mutationKey?.[0] === FIELD_KEY[0]) queryClient.getMutationCache().remove(mutation)
})

const sayFull = () =>
  notify.error('This phone can’t keep what you do: keep this page open until everything is sent.')

let isRestoring = false

/** Keeps what is done from now on, and sends what was kept, once the server says that it is still the same person. */
export async function startFieldQueue(): Promise<void> {
  const person = queryClient.getQueryData(sessionQuery().queryKey)?.id
  if (!person || isRestoring || isKeeping()) return
  isRestoring = true
  try {
    await restoreActions(person)
  } catch {
    return sayFull()
  } finally {
    isRestoring = false
  }
  const kept = all().filter(isUnsent)
  startKeeping(person, sayFull)
  if (kept.length === 0) return
  let confirmed: Promise<void> | undefined
  samePerson = () => {
    confirmed ??= confirmPerson(person).catch((error) => {
      confirmed = undefined
      throw error
    })
    return confirmed
  }
  // The library takes a page that opens without a network for one with it, and would only find out by trying.
  onlineManager.setOnline(navigator.onLine)
  for (const mutation of kept) {
    const { status, variables } = mutation.state
    const sent = status === 'error' && variables ? mutation.execute(variables) : mutation.continue()
    Promise.resolve(sent).catch(() => undefined)
  }
}

/** Says it to somebody whose session ended while they were at work: the page goes to the sign-in by itself. Product 1.8 */
export function saySignedOut(): void {
  if (queryClient.getQueryData(sessionQuery().queryKey) !== null || isSigningOut()) return
  const isKept = all().some(isUnsent)
  notify.error(isKept ? SIGNED_OUT : 'You are signed out. If you can’t sign in again, ask your company.')
}

/** Rejects when somebody else is signed in now: then the page loads again for them. */
async function confirmPerson(person: string): Promise<void> {
  const session = await client.accounts.session.query()
  queryClient.setQueryData(sessionQuery().queryKey, session)
  if (session?.id !== person) throw new SignedOut()
}
