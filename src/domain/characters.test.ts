import { describe, expect, test } from 'vitest'
import { isBlank, unusableIn, unusableInName } from './characters.ts'

const TURNS = 'has a character that changes the direction of writing'
const INVISIBLE = 'has an invisible character: please type it instead of pasting it'

describe('a name', () => {
  test.each([
    ['with accents, composed and not', 'Zoë', 'Zoe\u0308', 'Ñandú', 'Nguyễn Thị Ánh', 'Łukasz'],
    ['with apostrophes and hyphens', "O'Neil", 'O’Neil', 'ʻIolani', 'Anne-Marie', 'Jr.', 'McDonald & Søn'],
    ['in Arabic and Persian', 'محمد الأحمد', 'علی‌رضا', 'فاطمه‌زهرا', 'مُحَمَّد'],
    ['in Hebrew', 'דָּוִד בֶּן־גּוּרִיּוֹן', 'צ׳ארלי'],
    ['in Hindi, Bengali, Malayalam, Kannada, Sinhala', 'राजेश क्‍षत्रिय', 'र‍्याचेल', 'র‍্যাচেল', 'അവന്‍', 'ಅರ‍್ಯ', 'ශ්‍රී'],
    ['in Tamil, Telugu, Thai, Khmer', 'தமிழ்', 'తెలుగు', 'สมชาย', 'សុខា'],
    ['in Chinese, Japanese, Korean', '李小龍', '葛\u{E0100}西', '渡邉\uFE00', 'さくら', '김민준'],
    ['in Cyrillic, Greek, Georgian, Armenian', 'Ёлкина', 'Γιώργος', 'ნინო', 'Արամ'],
    ['with emoji', 'Bloom 🌱', 'Love ❤️ Plants', '👩🏽‍🚒 & 👨‍👩‍👧', '1️⃣ Movers'],
    ['with spaces of other widths', 'Ana\u00a0Lopez', '山田\u3000太郎'],
  ])('%s can be used', (_, ...names) => {
    for (const name of names) expect([name, unusableInName(name)]).toEqual([name, null])
  })

  test.each([
    ['zero-width spaces and joiners', 'A\u200bna', 'Ana\u200d', 'An\u200ca', '\u2060Ana', 'Ana\ufeffLopez'],
    ['joiners beside others', 'क\u200dख', 'क्\u200d\u200dष', 'محمد\u200c', '\u200cمحمد', 'محمد\u200dالأحمد'],
    ['blanks that look like letters', '\u2800', 'Ana\u3164', '\uffa0Ana', '\u115fAna', 'Ana\ufffc'],
    ['soft hyphens and marks of direction', 'A\u00adna', 'Ana\u200e', 'דוד\u200f', '\u061cمحمد'],
    [
      'selectors and tags without their base',
      'Ana\ufe0f',
      'A\u{E0100}na',
      'Ana\u{E0041}',
      '❤\ufe0f\ufe0f',
      '葛\u{E0100}\u{E0101}',
    ],
    ['separators of lines', 'Ana\u2028Lopez', 'Ana\u2029'],
  ])('with %s cannot', (_, ...names) => {
    for (const name of names) expect([name, unusableInName(name)]).toEqual([name, INVISIBLE])
  })
})

test('nothing that changes the direction of writing can be used anywhere', () => {
  for (const mark of [
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
  ]) {
    expect(unusableIn(`gpj${mark}.exe`)).toBe(TURNS)
    expect(unusableInName(`gpj${mark}.exe`)).toBe(TURNS)
  }
})

test('a longer text keeps what joins emoji and letters, and what separates words', () => {
  for (const text of ['Hi\u200b there', 'שלום\u200f!', 'a\u00adb', '🏴\u{E0067}\u{E0062}\u{E007F}', 'علی‌رضا'])
    expect(unusableIn(text)).toBeNull()
})

test('a text of invisible characters is blank', () => {
  for (const text of ['', ' \n', '\u200b', '\u2800 \u3164', '\u00ad\u2060']) expect(isBlank(text)).toBe(true)
  for (const text of ['.', '👩‍👩‍👧', 'क्‍ष', '\u200ba']) expect(isBlank(text)).toBe(false)
})
