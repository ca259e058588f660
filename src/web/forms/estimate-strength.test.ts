import { expect, test } from 'vitest'
import { estimateStrength } from './estimate-strength.ts'

const about = ['Maya', 'Rivera', 'maya.rivera@example.com', 'Evergreen Grounds']

test.each([
  ['123456', 0, 'Very weak. Many people use this one.'],
  ['password', 0, 'Very weak. Many people use this one.'],
  ['aaaaaaaa', 0, 'Very weak. Repeated characters are easy to guess.'],
  ['qwertyuio', 1, 'Weak. Many people use this one.'],
  ['gh7!rw2', 2, 'Fair. Add another word or two.'],
  ['stairs lemon harbor quilt', 4, 'Strong.'],
])('%s is rated %i', (password, score, text) => {
  expect(estimateStrength(password, about)).toEqual({ score, text })
})

test('the person’s own name, e-mail and company make a password weak', () => {
  for (const own of ['maya.rivera', 'evergreengrounds', 'Rivera2026', 'MayaMaya', 'stoop']) {
    const { score, text } = estimateStrength(own, about)
    expect([own, score <= 2]).toEqual([own, true])
    expect(text).toMatch(/easy to guess|people know of you|Add another/)
  }
  expect(estimateStrength('evergreengrounds', about).text).toBe('Weak. Leave out what people know of you.')
  expect(estimateStrength('evergreengrounds', []).score).toBeGreaterThan(1)
})

test('letters and digits of other keyboards are rated as they are compared', () => {
  expect(estimateStrength('ｐａｓｓｗｏｒｄ', about)).toEqual(estimateStrength('password', about))
})

test('the longest password is rated quickly', () => {
  const started = performance.now()
  estimateStrength('correct horse 2026-11-24 '.repeat(6).slice(0, 128), about)
  expect(performance.now() - started).toBeLessThan(1000)
})
