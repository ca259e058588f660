import { expect, test } from 'vitest'
import { z } from 'zod'
import { DomainError } from './errors.ts'
import { allowedBy, filledIn, formErrors, formSchema, passwordTwice } from './form.ts'

const messages = { mismatch: 'Not equal', shortPassword: 'Too short' }
const schema = formSchema(
  z.object({ name: z.string().max(3, 'Too long'), password: z.string() }),
  filledIn(['name', 'password', 'again'], 'Fill in'),
  passwordTwice('password', 'again', messages),
)
const typed = { name: 'Ana', password: 'secret1', again: 'secret1' }

/** Each error as [field, message]. */
const errors = (change: Partial<typeof typed>) =>
  schema.safeParse({ ...typed, ...change }).error?.issues.map(({ path, message }) => [...path, message])

test('all blank fields are refused together, before any other check', () => {
  expect(errors({ name: ' ', password: 'abc', again: '' })).toEqual([
    ['name', 'Fill in'],
    ['again', 'Fill in'],
  ])
})

test('passwords are compared before their length is checked', () => {
  expect(errors({ password: 'abc' })).toEqual([['again', 'Not equal']])
  expect(errors({ password: 'abc', again: 'abc' })).toEqual([['password', 'Too short']])
})

test('a message about the whole form leaves words for its fields, a field’s own message stands there', () => {
  const shown = (change: Partial<typeof typed>) => formErrors(schema, { ...typed, ...change })
  const blank = 'Please fill this in'
  expect(shown({ name: ' ', again: '' })).toEqual({
    sentence: 'Fill in',
    fields: { name: blank, again: blank },
  })
  expect(shown({ password: 'abc' })).toEqual({
    sentence: 'Not equal',
    fields: { again: 'Type the same password here' },
  })
  expect(shown({ password: 'abc', again: 'abc' })).toEqual({
    sentence: 'Too short',
    fields: { password: 'Use 6 characters or more' },
  })
  expect(shown({ name: 'Maria' })).toEqual({ sentence: null, fields: { name: 'Too long' } })
  expect(shown({})).toEqual({ sentence: null, fields: {} })
})

test('the schema comes last and gives the output', () => {
  expect(errors({ name: 'Maria', again: 'other' })).toEqual([['again', 'Not equal']])
  expect(errors({ name: 'Maria' })).toEqual([['name', 'Too long']])
  expect(schema.parse(typed)).toEqual({ name: 'Ana', password: 'secret1' })
})

test('a rule refuses the field that it names, and fails the form without one', () => {
  const refusing = (field?: string) =>
    formSchema(
      z.unknown(),
      allowedBy(() => {
        throw new DomainError('invalid_input', 'Not like this', field)
      }),
    )
  const { error } = refusing('name').safeParse({})
  expect(error?.issues.map(({ path, message }) => [...path, message])).toEqual([['name', 'Not like this']])
  expect(() => refusing().safeParse({})).toThrow('Not like this')
})

test('equal passwords may come from different keyboards', () => {
  expect(errors({ password: 'crème brûlée', again: 'crème brûlée'.normalize('NFD') })).toBeUndefined()
  expect(errors({ password: 'secret1', again: 'ｓecret１' })).toBeUndefined()
  expect(errors({ password: 'secret1', again: 'Secret1' })).toEqual([['again', 'Not equal']])
})
