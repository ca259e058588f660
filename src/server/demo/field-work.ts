import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { type CalendarDate, cityTime } from '../../domain/calendar.ts'
import { visitPhotoAttachment } from '../features/visits/photo.ts'
import type { Portal } from '../rpc/context.ts'
import { addFile } from '../storage/add-file.ts'
import type { Person } from './person.ts'
import { drawVisitPhoto } from './visit-photos.ts'

const MINUTE = 60_000

/** What crews write, in turn; most write nothing. */
const NOTES = [
  'The side gate was locked. We came in by the garage.',
  '',
  'All done. The light on the second landing is out.',
  '',
  '',
  'We left the key with the neighbor in 3.',
  '',
]

export type DoneVisit = {
  id: string
  name: string
  scheduled_date: CalendarDate
  scheduled_time: string
  window_minutes: number | null
}

type FieldDay = {
  portal: Portal
  clock: { now: Date }
  until: Date
  number: number
  /** They read how to get in. */
  looks: boolean
}

/** Somebody checks in at a visit, adds photos to every third one, and finishes it. Every ninth one begins late. */
export async function attend(
  visit: DoneVisit,
  person: Person,
  { portal, clock, until, number, looks }: FieldDay,
): Promise<void> {
  const go = (minutes: number) => {
    const then = instantOf(visit, portal.config.timeZone).getTime() + minutes * MINUTE
    clock.now = new Date(Math.min(then, until.getTime()))
  }
  const late = number % 9 === 4 ? (visit.window_minutes ?? 0) + 50 : 0
  go(late + 2)
  if (looks) await person.call.access.look({ id: visit.id })
  go(late + 4 + (number % 5) * 3)
  await person.call.visits.checkIn({ id: visit.id, at: clock.now.toISOString() })
  go(late + 50 + (number % 7) * 9)
  const photos = number % 3 === 0 ? 1 + (number % 2) : 0
  for (let photo = 0; photo < photos; photo += 1)
    await addVisitPhoto(portal, person, { visit, shows: 'visit', number: number + photo })
  const note = NOTES[number % NOTES.length] ?? ''
  const stop = (await person.call.visits.today()).stops.find(({ id }) => id === visit.id)
  // Now and then the last task is left out.
  const ticked = stop?.checklist.slice(0, number % 7 === 5 ? -1 : undefined)
  await person.call.visits.finish({ id: visit.id, at: clock.now.toISOString(), note, ticked, place: null })
}

type DemoPhoto = {
  visit: Pick<DoneVisit, 'id' | 'name'>
  shows: 'visit' | 'dispute' | 'answer'
  number: number
}

/** This person adds a photo that the project has drawn. */
export async function addVisitPhoto(
  portal: Portal,
  person: Person,
  { visit, shows, number }: DemoPhoto,
): Promise<void> {
  const viewer = (await person.call.accounts.session())?.viewer
  if (viewer?.kind !== 'vendor' && viewer?.kind !== 'crew' && viewer?.kind !== 'resident')
    throw new Error(`${person.email} adds no photos`)
  await addFile(portal, visitPhotoAttachment, viewer, {
    query: { visit: visit.id, id: randomUUID(), shows },
    body: Readable.from([await drawVisitPhoto(visit.name, number)]),
  })
}

/** When it is this time in the city; exact but for the hours around a change of its clocks. */
function instantOf({ scheduled_date, scheduled_time }: DoneVisit, timeZone: string): Date {
  const asIfUtc = Date.parse(`${scheduled_date}T${scheduled_time}Z`)
  const { date, time } = cityTime(new Date(asIfUtc), timeZone)
  return new Date(2 * asIfUtc - Date.parse(`${date}T${time}Z`))
}
