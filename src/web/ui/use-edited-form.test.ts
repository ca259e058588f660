import { expect, test } from 'vitest'
import { followSaved, isSame } from './use-edited-form.ts'

const saved = { name: 'Ana', phone: '', services: ['a', 'b'] }

test('a form is edited when a value differs; the order of ticks means nothing', () => {
  expect(isSame({ ...saved, services: ['b', 'a'] }, saved)).toBe(true)
  expect(isSame({ ...saved, name: 'Ana ' }, saved)).toBe(false)
  expect(isSame({ ...saved, services: ['a'] }, saved)).toBe(false)
  expect(isSame({ ...saved, services: ['a', 'c'] }, saved)).toBe(false)
})

test('what changes elsewhere comes in where nothing was typed', () => {
  const now = { name: 'Anna', phone: '(206) 555-0123', services: ['a'] }
  expect(followSaved(saved, saved, now)).toEqual(now)
  expect(followSaved({ ...saved, name: 'Anita' }, saved, now)).toEqual({ ...now, name: 'Anita' })
  expect(followSaved({ ...saved, services: ['b', 'a', 'c'] }, saved, now)).toEqual({
    ...now,
    services: ['b', 'a', 'c'],
  })
})

test('what changes elsewhere while something else is being saved leaves that as it was sent', () => {
  const sent = { ...saved, name: 'Anna' }
  const elsewhere = { ...saved, phone: '(206) 555-0123' }
  const now = followSaved(elsewhere, saved, sent)
  expect(now).toEqual({ ...sent, phone: '(206) 555-0123' })
  expect(followSaved(sent, sent, now)).toEqual(now)
  expect(followSaved({ ...sent, name: 'Ana' }, sent, now)).toEqual(elsewhere)
})
