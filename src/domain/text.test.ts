import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { city } from './city.ts'
import { givenPassword, password } from './password.ts'
import { optionalPhone, phone } from './phone.ts'
import * as fields from './text.ts'

function messageOf(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message
}

const name = fields.text('First Name', 10)

test('a text is trimmed, and its messages start with the label', () => {
  expect(name.parse('  Ana  ')).toBe('Ana')
  expect(fields.longText('Message', 10).parse(' a\r\n\tb')).toBe('a\n\tb')
  for (const missing of ['', ' \n ', null, undefined])
    expect(messageOf(name, missing)).toBe('First Name is required')
  for (const wrong of [5, {}, ['a'], true]) expect(messageOf(name, wrong)).toBe('First Name must be text')
  expect(name.parse('a'.repeat(10))).toHaveLength(10)
  expect(messageOf(name, 'a'.repeat(11))).toBe('First Name can have at most 10 characters')
})

test('a name has one line', () => {
  for (const pasted of ['Ana\r\nB', 'Ana \n\t B', 'Ana\tB']) {
    expect(name.parse(pasted)).toBe('Ana B')
    expect(fields.optionalText('Unit Number', 10).parse(pasted)).toBe('Ana B')
  }
})

test('characters that are invisible or that the database cannot store are rejected', () => {
  for (const bad of ['\0', 'a\0b', 'a\u0007b', 'a\u007fb', 'a\u009fb', 'a\ud800b', 'a\udc00b', 'a\rb']) {
    const message = "First Name has a character that can't be used"
    expect(messageOf(name, bad), JSON.stringify(bad)).toBe(message)
    expect(messageOf(fields.optionalText('First Name', 10), bad)).toBe(message)
    expect(messageOf(password, `secret${bad}`)).toBe("Password has a character that can't be used")
  }
  for (const good of ['Zoë', "O'Neil", '李小龍', '🐕']) expect(name.parse(good)).toBe(good)
})

test('no value makes a schema throw', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      for (const schema of [name, fields.email, fields.zip, fields.id, phone, optionalPhone, city]) {
        expect(() => schema.safeParse(value)).not.toThrow()
      }
    }),
  )
})

test('an optional text is null when empty', () => {
  const unit = fields.optionalText('Unit Number', 3)
  for (const empty of ['', '  ', null, undefined]) expect(unit.parse(empty)).toBeNull()
  expect(unit.parse(' 4B ')).toBe('4B')
  expect(messageOf(unit, '1234')).toBe('Unit Number can have at most 3 characters')
})

test('e-mail addresses are trimmed and kept in lower case', () => {
  expect(fields.email.parse(' Ana.Lopez@Example.COM ')).toBe('ana.lopez@example.com')
  for (const bad of ['ana', 'ana@', '@b.co', 'a b@c.co', 'a@b@c.co']) {
    expect(messageOf(fields.email, bad)).toBe('Email must look like ana@example.com')
  }
  expect(messageOf(fields.email, `${'a'.repeat(250)}@b.co`)).toBe('Email can have at most 254 characters')
})

test('names have no invisible characters, longer texts may', () => {
  const message = fields.longText('Message', 10)
  const job = fields.optionalLongText('Job Description', 10)
  for (const schema of [name, fields.optionalText('First Name', 10)]) {
    expect(messageOf(schema, 'A\u200bna')).toMatch(/^First Name has an invisible character: /)
    expect(messageOf(schema, 'A\u202ena')).toBe(
      'First Name has a character that changes the direction of writing',
    )
  }
  expect(message.parse(' a\u200bb ')).toBe('a\u200bb')
  expect(messageOf(message, 'a\u2066b')).toBe('Message has a character that changes the direction of writing')
  expect(messageOf(message, '\u200b \u2800')).toBe('Message is required')
  expect(job.parse('\u200b')).toBeNull()
})

test('a password counts by its characters once other keyboards are alike', () => {
  expect(messageOf(password, 'é'.repeat(5).normalize('NFD'))).toBe('Password must be at least 6 characters')
  expect(messageOf(password, '🐕'.repeat(5))).toBe('Password must be at least 6 characters')
  expect(password.parse('🐕'.repeat(128))).toHaveLength(256)
  expect(messageOf(password, '🐕'.repeat(129))).toBe('Password can have at most 128 characters')
  const decomposed = 'é'.repeat(128).normalize('NFD')
  expect(password.parse(decomposed)).toBe(decomposed)
  expect(password.parse('１２３４５６')).toBe('１２３４５６')
})

test('passwords have 6 to 128 characters and are never trimmed [9.limit.2]', () => {
  expect(password.parse('  abc ')).toBe('  abc ')
  expect(messageOf(password, 'abcde')).toBe('Password must be at least 6 characters')
  expect(messageOf(password, 'a'.repeat(129))).toBe('Password can have at most 128 characters')
  expect(password.parse('a'.repeat(128))).toHaveLength(128)
  expect(givenPassword().parse('x')).toBe('x')
  expect(messageOf(givenPassword(), '')).toBe('Password is required')
})

test('state, zip and id are normalized [5.vendor.4] [9.limit.4]', () => {
  expect(fields.state.parse(' wa ')).toBe('WA')
  for (const bad of ['W', 'W1', 'WAS']) expect(messageOf(fields.state, bad)).toMatch(/^State /)
  expect(fields.zip.parse('98101')).toBe('98101')
  expect([fields.zip.parse('９８１０１'), fields.state.parse('ｗａ')]).toEqual(['98101', 'WA'])
  for (const bad of ['9810', '981011', '9810a', '98101-1234'])
    expect(messageOf(fields.zip, bad)).toMatch(/^Zip Code /)
  expect(fields.id.parse('0188D7A0-0000-7000-8000-00000000000A')).toBe('0188d7a0-0000-7000-8000-00000000000a')
  for (const bad of ['', 'x', null, 7]) expect(messageOf(fields.id, bad)).toBe('This id is not valid')
})

test('a list of ids has different entries, up to its limit', () => {
  const list = fields.ids('Services', 2)
  const [a, b, c] = ['a', 'b', 'c'].map((last) => `0188d7a0-0000-7000-8000-00000000000${last}`)
  expect(list.parse([a, b])).toEqual([a, b])
  expect(messageOf(list, [a, String(a).toUpperCase()])).toBe('Services names one entry twice')
  expect(messageOf(list, [a, b, c])).toBe('Services can have at most 2 entries')
  expect(messageOf(list, a)).toBe('Services must be a list')
})

test('numbers are integers within their limits', () => {
  const floors = fields.wholeNumber('Number of Floors', 1, 200)
  expect(floors.parse(200)).toBe(200)
  const message = 'Number of Floors must be a whole number from 1 to 200'
  for (const bad of [0, 201, 1.5, Number.NaN, '3', Number.POSITIVE_INFINITY])
    expect(messageOf(floors, bad)).toBe(message)
  expect(messageOf(floors, null)).toBe('Number of Floors is required')
})

test('a date must exist', () => {
  const start = fields.calendarDate('Desired Start Date')
  expect(start.parse('2028-02-29')).toBe('2028-02-29')
  expect(messageOf(start, '2027-02-29')).toBe('Desired Start Date must be a date')
  expect(messageOf(start, undefined)).toBe('Desired Start Date is required')
})
