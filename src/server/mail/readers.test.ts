import { expect, test } from 'vitest'
import type { EventKind } from '../../domain/events/event.ts'
import { mayStillRead, type Reader } from './readers.ts'

const stranger: Reader = { is_active: true, is_captain: false, is_vendor: false, lives_there: false }
const neighbor = { ...stranger, lives_there: true }
const captain = { ...neighbor, is_captain: true }
const vendor = { ...stranger, is_vendor: true }

test.each<[EventKind, Reader[]]>([
  ['member_joined', [captain]],
  ['quote_requested', [vendor]],
  ['quote_submitted', [neighbor, captain]],
  ['quote_accepted', [vendor]],
  ['quote_declined', [vendor]],
  ['appointment_moved', [neighbor, captain, vendor]],
  ['appointment_cancelled', [neighbor, captain, vendor]],
])('%s is for those who have a part in it still', (kind, readers) => {
  const may = [stranger, neighbor, captain, vendor].filter((reader) => mayStillRead(kind, reader))
  expect(may).toEqual(readers)
  for (const reader of readers) expect(mayStillRead(kind, { ...reader, is_active: false })).toBe(false)
})

test.each<EventKind>([
  'member_removed',
  'member_accepted',
  'member_invited',
  'password_reset_requested',
])('%s reaches the person, whatever became of them', (kind) =>
  expect(mayStillRead(kind, { ...stranger, is_active: false })).toBe(true))
