import type { Mutation } from '@tanstack/react-query'
import type { PhotoSubject } from '../../../domain/visits/photo.ts'

type Place = { latitude: number; longitude: number; accuracy_meters: number }

/** `at` is the phone's time. `stop` names the visit for the person, also once it is no stop of today any more. */
export type FieldAction = { visit: string; stop: string } & (
  | { kind: 'setOff'; at: string }
  | { kind: 'checkIn'; at: string }
  | { kind: 'photo'; id: string; picture: Blob; shows?: PhotoSubject }
  | { kind: 'finish'; at: string; note: string; ticked?: string[]; place: Place | null }
)

/** One action that is not sent yet, or was refused. */
export type Waiting = {
  action: FieldAction
  /** Not yet: there is no network, or what comes before it is still being sent. */
  isHeld: boolean
  /** Why the server refused it. */
  refusal: string | null
}

/** All field actions have this mutation key. */
export const FIELD_KEY = ['field']

/** Whether the server has not taken the action: it waits, or was refused. */
export const isUnsent = ({ state: { status } }: Pick<Mutation, 'state'>) =>
  status === 'pending' || status === 'error'
