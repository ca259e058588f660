import { expect, test } from 'vitest'
import { applySaved } from './apply-saved.ts'
import { formOf } from './mounted-form.test-support.ts'

const saved = { name: 'Ana', phone: '', services: ['a', 'b'] }
const isEdited = (form: ReturnType<typeof formOf<typeof saved>>) =>
  Object.keys(saved).some((name) => form.isDirty(name))

test('a form is edited when a value differs from the saved one [4.settings.2]', () => {
  const form = formOf(saved)
  expect(isEdited(form)).toBe(false)
  form.setFieldValue('name', 'Ana ')
  expect(isEdited(form)).toBe(true)
  form.setFieldValue('name', 'Ana')
  expect(isEdited(form)).toBe(false)
  form.setFieldValue('services', ['a'])
  expect(isEdited(form)).toBe(true)
  form.setFieldValue('services', ['a', 'b'])
  expect(isEdited(form)).toBe(false)
})

test('values saved elsewhere are shown in the fields that are not edited', () => {
  const form = formOf(saved)
  form.setFieldValue('name', 'Anita')
  applySaved(form, { name: 'Anna', phone: '(206) 555-0123', services: ['a'] })
  expect(form.getValues()).toEqual({ name: 'Anita', phone: '(206) 555-0123', services: ['a'] })
  expect(form.isDirty('name')).toBe(true)
  expect(form.isDirty('phone')).toBe(false)
})

test('an edit that was saved elsewhere, too, is no edit any more', () => {
  const form = formOf(saved)
  form.setFieldValue('name', 'Anna')
  applySaved(form, { name: 'Anna' })
  expect(isEdited(form)).toBe(false)
})

test('an edit made during a save is kept when the answer comes', () => {
  const form = formOf(saved)
  form.setFieldValue('name', 'Greta')
  form.resetDirty() // sent
  form.setFieldValue('name', 'Ana')
  applySaved(form, { ...saved, name: 'Greta' })
  expect(form.getValues().name).toBe('Ana')
  expect(form.isDirty('name')).toBe(true)
})

test('after a save the form shows what the server stored', () => {
  const form = formOf(saved)
  form.setFieldValue('phone', '2065550123')
  form.resetDirty() // sent
  applySaved(form, { ...saved, phone: '(206) 555-0123' })
  expect(form.getValues().phone).toBe('(206) 555-0123')
  expect(isEdited(form)).toBe(false)
})
