import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from './limits.ts'
import { editPhone, formatPhone, optionalPhone, phone } from './phone.ts'

const messageOf = (value: unknown) => phone.safeParse(value).error?.issues[0]?.message

test('a phone number is formatted as it is typed [5.vendor.5]', () => {
  const shown = ['', '5', '55', '555', '(555) 1', '(555) 12', '(555) 123', '(555) 123-4', '(555) 123-45']
  for (const [count, text] of shown.entries()) expect(formatPhone('5551234567'.slice(0, count))).toBe(text)
  expect(formatPhone('5551234567')).toBe('(555) 123-4567')
})

test.each([
  '+1 206 555 0134',
  '+12065550134',
  '1 (206) 555-0134',
  '1-206-555-0134',
  '12065550134',
  '206.555.0134',
  '206 555 0134 ext. 12',
  '２０６ ５５５ ０１３４',
])('%j is a US number', (typed) => {
  expect(formatPhone(typed)).toBe('(206) 555-0134')
  expect(phone.parse(typed)).toBe('(206) 555-0134')
})

test('a country code can be typed key by key', () => {
  for (const whole of ['+1 206 555 0134', '1 206 555 0134', '+12065550134', '206-555-0134']) {
    let shown = ''
    for (const key of whole) shown = formatPhone(shown + key)
    expect(shown).toBe('(206) 555-0134')
  }
})

test('a number of another country is not taken for one of here', () => {
  expect(formatPhone('+44 20 7946 0958')).toBe('+442079460958')
  expect(messageOf('+44 20 7946 0958')).toBe('Phone must have 10 digits')
  expect(messageOf('+4420794609581')).toBe('Phone must have 10 digits') // 14 characters, too
})

test('formatting keeps the first ten digits, at most 14 characters, and is stable [5.vendor.6] [9.limit.3]', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'0123456789()- .x+'), maxLength: 30, size: 'max' }),
      (typed) => {
        const shown = formatPhone(typed)
        expect(shown.length).toBeLessThanOrEqual(LIMITS.phone)
        expect(formatPhone(shown)).toBe(shown)
        expect(shown).toMatch(/^(\d{0,3}|\(\d{3}\) \d{1,3}|\(\d{3}\) \d{3}-\d{1,4}|\+\d{0,13})$/)
        expect(typed.replaceAll(/\D/g, '')).toContain(shown.replaceAll(/\D/g, ''))
      },
    ),
  )
})

test('phones are stored in one form', () => {
  expect(phone.parse('555.123.4567')).toBe('(555) 123-4567')
  expect(messageOf('555-1234')).toBe('Phone must have 10 digits')
  expect(messageOf(' ')).toBe('Phone is required')
  expect(optionalPhone.parse('')).toBeNull()
  expect(optionalPhone.safeParse('555').error?.issues[0]?.message).toBe('Phone must have 10 digits')
})

/** The field's text with the caret as |, after this edit. */
function edited(field: string, forward = false): string {
  const caret = field.indexOf('|')
  const { text, caret: at } = editPhone(field.replace('|', ''), caret, forward)
  return `${text.slice(0, at)}|${text.slice(at)}`
}

test.each([
  ['206|', '206|'],
  ['2065|', '(206) 5|'],
  ['(20|) 555-0134', '(20|5) 550-134'], // the 6 was deleted
  ['(2067|) 555-0134', '(206) 7|55-5013'], // a digit was typed into a complete number
  ['(206)| 555-0134', '(206|) 555-0134'], // Backspace on the space: the next one deletes the 6
  ['(206|555-0134', '(206|) 555-0134'],
  ['|) 555-0134', '|(555) 013-4'], // the area code was deleted
  ['(206) 555-0134x|', '(206) 555-0134|'],
  ['1 206 555 0134|', '(206) 555-0134|'],
  ['+1|', '+1|'],
  ['+|', '+|'],
  ['+1206|5550134', '(206|) 555-0134'],
])('after an edit, %j is shown as %j', (field, shown) => {
  expect(edited(field)).toBe(shown)
})

test('deleting forward goes on over what separates the digits', () => {
  expect(edited('(206|  555-0134', true)).toBe('(206) |555-0134')
  expect(edited('(206) |55-0134', true)).toBe('(206) |550-134')
})
