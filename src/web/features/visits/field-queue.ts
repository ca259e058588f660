import { type Mutation, type MutationStatus, useMutationState } from '@tanstack/react-query'
import type { EventKind } from '../../../domain/events.ts'
import { queryClient, trpc } from '../../api.ts'
import { isNetworkError, isPassing, reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { sendFile } from '../../send-file.ts'
import { restoreActions, startKeeping } from '../../session/kept.ts'
import { sessionQuery } from '../../session/session.ts'
import { notify } from '../../ui/notify.tsx'
import { photoAddress } from './photo-address.ts'

// What a vendor does at a stop: shown at once, kept on the phone, and sent once there is a network, in the order in which it
// was done. The server takes each only once, so that sending again is safe. Product 1.4

type Place = { latitude: number; longitude: number; accuracy_meters: number }

/** `at` is the phone's time. */
export type FieldAction =
  | { kind: 'setOff'; visit: string; at: string }
  | { kind: 'checkIn'; visit: string; at: string }
  | { kind: 'photo'; visit: string; id: string; picture: Blob }
  | { kind: 'finish'; visit: string; at: string; note: string; place: Place | null }

type FieldMutation = Mutation<void, Error, FieldAction>

const KEY = ['field']
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

async function send(action: FieldAction, context: Parameters<NonNullable<typeof settingOff.mutationFn>>[1]) {
  const { visit: id } = action
  if (action.kind === 'setOff') await settingOff.mutationFn?.({ id }, context)
  else if (action.kind === 'checkIn') await checkingIn.mutationFn?.({ id, at: action.at }, context)
  else if (action.kind === 'photo') await sendFile(photoAddress(id, action.id), action.picture, {})
  else {
    const { at, note, place } = action
    await finishing.mutationFn?.({ id, at, note, place }, context)
  }
}

queryClient.setMutationDefaults<void, Error, FieldAction>(KEY, {
  mutationFn: send,
  // Paused without a network, unlike other mutations: this one is shown as waiting.
  networkMode: 'online',
  retry: (_, error) => isPassing(error),
  retryDelay: (count) => Math.min(1000 * 2 ** count, LONGEST_PAUSE),
  gcTime: Number.POSITIVE_INFINITY,
  onSettled: (_data, _error, { kind }) => refreshAfter(causes[kind]),
})

const all = () => queryClient.getMutationCache().findAll({ mutationKey: KEY }) as FieldMutation[]

/** Shows it at once, and sends it when everything before it is sent. */
export function act(action: FieldAction): void {
  const mutation = queryClient.getMutationCache().build<void, Error, FieldAction, unknown>(queryClient, {
    mutationKey: KEY,
    scope: { id: action.visit },
    meta: { kept: true },
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
  for (const mutation of all()) {
    const { variables } = mutation.state
    if (variables?.kind === 'photo' && variables.id === id) queryClient.getMutationCache().remove(mutation)
  }
  // It may have been the one that the others wait for.
  void queryClient.resumePausedMutations()
}

/** One action that is not sent yet, or was refused. */
export type Waiting = {
  action: FieldAction
  /** Not yet: there is no network, or what comes before it is still being sent. */
  isHeld: boolean
  /** Why the server refused it. */
  refusal: string | null
}

const OPEN: readonly MutationStatus[] = ['pending', 'error']

/** What is not sent yet of all stops, in its order. */
export function useWaiting(): Waiting[] {
  return useMutationState({
    filters: { mutationKey: KEY, predicate: ({ state }) => OPEN.includes(state.status) },
    select: ({ state: { status, variables, isPaused, failureCount, error } }): Waiting => ({
      action: variables as FieldAction,
      isHeld: status === 'pending' && (isPaused || failureCount > 0),
      refusal: status === 'error' ? reasonOf(error) : null,
    }),
  })
}

let isStarted = false

/** Keeps what is done from now on, and sends what was kept, once the server says that it is still the same person. */
export async function startFieldQueue(): Promise<void> {
  const person = queryClient.getQueryData(sessionQuery().queryKey)?.id
  if (isStarted || !person) return
  isStarted = true
  await restoreActions(person)
  const kept = all().filter(({ state }) => OPEN.includes(state.status))
  startKeeping(() =>
    notify.error('This phone can’t keep what you do: keep this page open until everything is sent.'),
  )
  if (kept.length === 0) return
  const fresh = {
    ...sessionQuery(),
    staleTime: 0,
    retry: (_: number, error: unknown) => isNetworkError(error),
  }
  const session = await queryClient.fetchQuery(fresh)
  if (session?.id !== person) return
  for (const mutation of kept) {
    const { status, variables } = mutation.state
    const sent = status === 'error' && variables ? mutation.execute(variables) : mutation.continue()
    Promise.resolve(sent).catch(() => undefined)
  }
}
