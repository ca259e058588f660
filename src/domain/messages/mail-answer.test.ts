import { expect, test } from 'vitest'
import { ANSWER_LINE, aboveLine, fittingWords, isAutomatic } from './mail-answer.ts'

const headers = (all: Record<string, string>) => (name: string) => all[name]

test('what programs send by themselves is known by its headers', () => {
  for (const automatic of [
    { 'auto-submitted': 'auto-replied' },
    { 'auto-submitted': ' Auto-Generated; type=x' },
    { precedence: 'BULK' },
    { 'x-autoreply': 'yes' },
    { 'return-path': '<>' },
  ])
    expect(isAutomatic(headers(automatic))).toBe(true)
  for (const own of [{}, { 'auto-submitted': 'no' }, { 'return-path': '<maya@example.com>' }, { precedence: 'normal' }])
    expect(isAutomatic(headers(own))).toBe(false)
})

test('an answer is what stands above the line, without the marks of its quotation', () => {
  expect(aboveLine(`Yes.\n\n> ${ANSWER_LINE}\n> Hello`)).toBe('Yes.')
  expect(aboveLine(`> > ${ANSWER_LINE}`)).toBe('')
  expect(aboveLine('Without a line')).toBe('Without a line')
})

test('a longer answer than a message holds is cut, and that is known', () => {
  expect(fittingWords('Short')).toEqual({ words: 'Short', isWhole: true })
  const cut = fittingWords('x'.repeat(5001))
  expect([cut.isWhole, cut.words.length, cut.words.endsWith('…')]).toEqual([false, 5000, true])
})
