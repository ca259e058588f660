// Rules: [V2.2.1]

// Control characters except tab and newline, and lone surrogates. PostgreSQL can't store NUL and lone surrogates.
const UNUSABLE = /[^\P{Cc}\t\n]|\p{Cs}/u

/** Embeddings, overrides and isolates: a text with them can be shown as another one. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/u

/** Shows nothing, or only a gap: two texts that differ by it look the same. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u2800\uFFFC\u{1D159}]/u
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'gu')

/** The viramas of the Indic scripts, which a joiner before or after gives another shape. */
const VIRAMA = '\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA'

/** Invisible characters where they change what is seen: in names of many scripts, and in emoji. */
const SHAPING = new RegExp(
  [
    `[${VIRAMA}][\\u200C\\u200D]`, // Hindi, Bengali, Malayalam, Sinhala, …
    `\\p{L}\\p{M}?[\\u200C\\u200D](?=[${VIRAMA}])`,
    '\\p{Script=Arabic}\\p{M}*\\u200C(?=\\p{Script=Arabic})', // Persian, Urdu, …
    '\\p{Script=Mongolian}[\\u180B-\\u180F]',
    '\\p{Script=Han}[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]', // the form of a character that a family uses
    '[0-9#*]\\uFE0F\\u20E3',
    '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\uFE0F?(?:\\u200D(?=\\p{Extended_Pictographic}))?',
  ].join('|'),
  'gu',
)

/** Why a text can't be used; it completes 'First Name …'. Null if it can. */
export function unusableIn(text: string): string | null {
  if (UNUSABLE.test(text)) return "has a character that can't be used"
  return TURNING.test(text) ? 'has a character that changes the direction of writing' : null
}

/** The same for what people are told apart by: names, addresses, file names. They have no invisible characters either. */
export function unusableInName(name: string): string | null {
  if (INVISIBLE.test(name.replaceAll(SHAPING, '')) && unusableIn(name) === null)
    return 'has an invisible character: please type it instead of pasting it'
  return unusableIn(name)
}

/** True if nothing of a text is seen. */
export function isBlank(text: string): boolean {
  return text.replaceAll(ALL_INVISIBLE, '').trim() === ''
}
