import { expect, test } from 'vitest'
import { PHOTO_MESSAGES, photoExtension, photoKey } from './photo.ts'

const id = '0188d7a0-0000-7000-8000-00000000000a'

test('a photo’s key has its owner and time, and no other text is a key [V5.3.2]', () => {
  const key = photoKey(id, 1_795_000_000_000, 'png')
  expect(key).toBe(`photos/${id}-1795000000000.png`)
  expect(photoExtension(key)).toBe('png')
  for (const other of [
    '',
    `/${key}`,
    key.replace('png', 'svg'),
    `${key}/../../secret`,
    `photos/../${key}`,
    `${id}/1795000000000-a.png`,
  ]) {
    expect([other, photoExtension(other)]).toEqual([other, null])
  }
  expect(PHOTO_MESSAGES.tooLarge).toBe('A photo can have at most 5 MB')
})
