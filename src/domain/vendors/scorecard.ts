import { formatNumber } from '../number.ts'
import { formatMinutes } from '../visits/attendance.ts'

/** What a vendor's last twelve months say, counted from what was recorded. Product 2.7 */
export type Scorecard = {
  /** Visits held; of these those with a check-in, and of these those that were on time. */
  visits: number
  timed: number
  on_time: number
  missed: number
  disputed: number
  /** Requests answered, by a price or a refusal, and the median time of an answer, in minutes. */
  answered: number
  answer_minutes: number | null
  /** Prices decided, those that won, and of these those whose price was not raised before. */
  decided: number
  won: number
  kept: number
  liked: number
  disliked: number
}

/** A scorecard is shown from so many visits on, held or missed: before, one bad day would say too much. Product 2.7 */
export const SCORED_VISITS = 5
/** So many minutes after its window a visit still is on time; one without a window is on time all of its day. */
export const ON_TIME_MINUTES = 15
/** So many days back a scorecard counts. */
export const SCORED_DAYS = 365

export function isScored(card: Pick<Scorecard, 'visits' | 'missed'> | null): boolean {
  return card !== null && card.visits + card.missed >= SCORED_VISITS
}

const DAY_MINUTES = 24 * 60

/** '40 min', '5 h', '3 days'. */
function answerText(minutes: number): string {
  if (minutes >= 2 * DAY_MINUTES) return `${Math.round(minutes / DAY_MINUTES)} days`
  return minutes < 60 ? formatMinutes(Math.max(1, minutes)) : formatMinutes(Math.round(minutes / 60) * 60)
}

/** Rounded down, so that only all are 100%. */
const share = (part: number, whole: number) => `${Math.floor((part * 100) / whole)}%`

/** The lines of a scorecard, in their order. */
export const SCORECARD_LABELS = [
  'Visits',
  'On time',
  'Missed',
  'Not as agreed',
  'Answers within',
  'Quotes won',
  'Visit price kept',
  'Ratings',
] as const

/** The lines of a scorecard in words; what was never recorded has none. Nothing below five visits. Product 2.7 */
export function scorecardLines(card: Scorecard | null) {
  if (card === null || !isScored(card)) return []
  const { visits, timed, on_time, missed, disputed, answer_minutes, decided, won, kept, liked, disliked } =
    card
  const line = (label: (typeof SCORECARD_LABELS)[number], text: string | false) =>
    text === false ? [] : [{ label, text }]
  return [
    ...line('Visits', `${formatNumber(visits)} in twelve months`),
    ...line('On time', timed > 0 && `${share(on_time, timed)} of ${formatNumber(timed)} with a check-in`),
    ...line('Missed', missed === 0 ? 'None' : formatNumber(missed)),
    ...line('Not as agreed', disputed === 0 ? 'None' : formatNumber(disputed)),
    ...line('Answers within', answer_minutes !== null && answerText(answer_minutes)),
    ...line('Quotes won', decided > 0 && `${formatNumber(won)} of ${formatNumber(decided)}`),
    ...line(
      'Visit price kept',
      won > 0 && `${share(kept, won)} of ${formatNumber(won)} accepted ${won === 1 ? 'quote' : 'quotes'}`,
    ),
    ...line('Ratings', liked + disliked > 0 && `${formatNumber(liked)} up, ${formatNumber(disliked)} down`),
  ]
}
