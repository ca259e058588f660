import { expect, test } from 'vitest'
import { ANSWER_LINE, fittingWords, isAutomatic, writtenNow } from './mail-answer.ts'

const headers = (all: Partial<Record<string, string>>) => (name: string) => all[name]

test('what programs and lists send by themselves is known by its headers', () => {
  for (const automatic of [
    { 'auto-submitted': 'auto-replied' },
    { 'auto-submitted': ' Auto-Generated; type=x' },
    { precedence: 'BULK' },
    { precedence: 'list' },
    { 'list-id': '<a.example.com>' },
    { 'x-autoreply': 'yes' },
    { 'return-path': '<>' },
    { 'content-type': 'multipart/report; report-type=delivery-status' },
  ])
    expect(isAutomatic(headers(automatic))).toBe(true)
  for (const own of [
    {},
    { 'auto-submitted': 'no' },
    { 'return-path': '<maya@example.com>' },
    { precedence: 'normal' },
  ])
    expect(isAutomatic(headers(own))).toBe(false)
})

test.each([
  [
    'above a quotation',
    `Yes.\n\nAt six.\n\nOn Fri, Nov 20, 2026 at 9:00 AM Stoop\n<reply@portal.example.com> wrote:\n\n> ${ANSWER_LINE}\n>\n> Hello`,
  ],
  [
    'directly above a quotation',
    `Yes.\n\nAt six.\nOn Fri, Nov 20, 2026, Stoop wrote:\n> ${ANSWER_LINE}\n>\n> Hello`,
  ],
  [
    'above a quotation by a program of another language',
    `Yes.\n\nAt six.\n\nStoop <reply@portal.example.com> schrieb:\n\n> ${ANSWER_LINE}`,
  ],
  ['above an unmarked quotation', `Yes.\n\nAt six.\n\n${ANSWER_LINE}\n\nHello Maya,`],
  [
    'above the head of a mail',
    `Yes.\r\n\r\nAt six.\r\n\r\nFrom: Stoop\r\nSent: Friday\r\nTo: Maya\r\nSubject: Message\r\n\r\n${ANSWER_LINE}`,
  ],
  ['above a divided mail', 'Yes.\n\nAt six.\n\n-----Original Message-----\nFrom: Stoop'],
  ['above a signature', `Yes.\n\nAt six.\n\n-- \nMaya Chen\n\n> ${ANSWER_LINE}`],
  ['without a quotation', '\nYes.\n\nAt six.\n\n> Hello\n\n'],
])('an answer is what was written now: %s', (_, text) => {
  expect(writtenNow(text)).toBe('Yes.\n\nAt six.')
})

test('an answer that ends with a colon or a greeting is whole', () => {
  const list = 'We need:\n\n- salt\n- sand\n\nBest wishes,\nMaya'
  expect(writtenNow(`${list}\n\n> ${ANSWER_LINE}`)).toBe(list)
  expect(writtenNow(`${list}\n\nWhat else:\n\n> ${ANSWER_LINE}`)).toBe(`${list}\n\nWhat else:`)
  expect(writtenNow(`> > ${ANSWER_LINE}`)).toBe('')
})

test('a longer answer than a message holds is cut between characters, and that is known', () => {
  expect(fittingWords('Short')).toEqual({ words: 'Short', isWhole: true })
  const cut = fittingWords('x'.repeat(5001))
  expect([cut.isWhole, cut.words.length, cut.words.endsWith('…')]).toEqual([false, 5000, true])
  expect(fittingWords(`${'x'.repeat(4998)}😀😀`).words).toBe(`${'x'.repeat(4998)}…`)
})

test('hostile text is read in time', () => {
  for (const piece of ['>', ' ', '\n', 'a\n', '> \n', '0000from<', ' on at', `${ANSWER_LINE}`]) {
    const from = performance.now()
    writtenNow(piece.repeat(1_000_000 / piece.length))
    expect(performance.now() - from).toBeLessThan(1000)
  }
})
