import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { comparedPassword } from '../../domain/password.ts'
import { PRODUCT } from '../../domain/product.ts'

// The word lists make this a large script, so it loads on demand. Without language lists: the common passwords hold most words.
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

const LEVELS = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const

const KEYS = 'Keys in a row are easy to guess.'
const REPEATS = 'Repeated characters are easy to guess.'
const DATES = 'Dates and years are easy to guess.'
const COMMON = 'Many people use this one.'
const NAMES = 'Names are easy to guess.'

/** By the library's name of what is wrong. */
const ADVICE: Partial<Record<string, string>> = {
  straightRow: KEYS,
  keyPattern: KEYS,
  simpleRepeat: REPEATS,
  extendedRepeat: REPEATS,
  sequences: 'Sequences like abc are easy to guess.',
  recentYears: DATES,
  dates: DATES,
  topTen: COMMON,
  topHundred: COMMON,
  common: COMMON,
  similarToCommon: COMMON,
  wordByItself: 'Single words are easy to guess.',
  namesByThemselves: NAMES,
  commonNames: NAMES,
  userInputs: 'Leave out what people know of you.',
}

export type Strength = { score: 0 | 1 | 2 | 3 | 4; text: string }

/** How hard a password is to guess for somebody who knows these facts about its person, from 0 to 4, and in words. */
export function estimateStrength(password: string, about: readonly string[]): Strength {
  const parts = about.flatMap((fact) => [fact, ...fact.split(/[^\p{L}\p{N}]+/u)])
  const known = [PRODUCT, ...parts.filter((part) => part.length >= 3)]
  const { score, feedback } = estimator.check(comparedPassword(password), known)
  const advice = score > 2 ? '' : ` ${ADVICE[feedback.warning ?? ''] ?? 'Add another word or two.'}`
  return { score, text: `${LEVELS[score]}.${advice}` }
}
