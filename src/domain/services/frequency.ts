/** The offered frequencies, in weeks, with their labels. [9.frequency.1-7] */
export const FREQUENCIES = [
  { weeks: 1, label: 'Weekly' },
  { weeks: 2, label: 'Every 2 weeks' },
  { weeks: 4, label: 'Monthly' },
  { weeks: 8, label: 'Every 2 months' },
  { weeks: 12, label: 'Quarterly' },
  { weeks: 26, label: 'Twice a year' },
  { weeks: 52, label: 'Annually' },
] as const

/** The default frequency, in weeks: monthly. */
export const DEFAULT_WEEKS = 4

/**
 * The option's label ('Monthly'), or 'Every N weeks' for a frequency that is no option.
 * [2.services.9]
 */
export function frequencyLabel(weeks: number): string {
  return FREQUENCIES.find((option) => option.weeks === weeks)?.label ?? everyWeeks(weeks)
}

/** 'Every N weeks', as in the detail dialog; 'Every week' for 1. [2.services.9] */
export function everyWeeks(weeks: number): string {
  return weeks === 1 ? 'Every week' : `Every ${weeks} weeks`
}

/** The same in lower case: 'every week', 'every 2 weeks'. */
export function everyWeeksInline(weeks: number): string {
  return everyWeeks(weeks).toLowerCase()
}

/**
 * The frequency typed in the welcome dialog, in weeks: 4 unless it is a number from 1 to 52.
 * [5.welcome.1] [9.frequency.8]
 */
export function parseFrequency(typed: string): number {
  const weeks = Number.parseInt(typed, 10)
  return weeks >= 1 && weeks <= 52 ? weeks : DEFAULT_WEEKS
}
