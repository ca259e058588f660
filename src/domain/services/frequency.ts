/** The frequencies offered, in weeks, with their labels. Section 9. */
export const FREQUENCIES = [
  { weeks: 1, label: 'Weekly' },
  { weeks: 2, label: 'Every 2 weeks' },
  { weeks: 4, label: 'Monthly' },
  { weeks: 8, label: 'Every 2 months' },
  { weeks: 12, label: 'Quarterly' },
  { weeks: 26, label: 'Twice a year' },
  { weeks: 52, label: 'Annually' },
] as const

/** The frequency, in weeks, where none is chosen or known: monthly. Section 9. */
export const DEFAULT_WEEKS = 4

/** The option's label ('Monthly'), or 'Every N weeks' for a frequency that is no option. Section 9. */
export function frequencyLabel(weeks: number): string {
  return FREQUENCIES.find((option) => option.weeks === weeks)?.label ?? everyWeeks(weeks)
}

/** 'Every N weeks', as the detail dialog says it; 'Every week' for 1. Section 2, screen 11. */
export function everyWeeks(weeks: number): string {
  return weeks === 1 ? 'Every week' : `Every ${weeks} weeks`
}

/** The same inside a sentence: 'every week', 'every 2 weeks'. */
export function everyWeeksInline(weeks: number): string {
  return everyWeeks(weeks).toLowerCase()
}

/** The welcome dialog's typed frequency: an integer from 1 to 52 weeks, anything else falls back to 4. Section 5. */
export function parseFrequency(typed: string): number {
  const weeks = Number.parseInt(typed, 10)
  return weeks >= 1 && weeks <= 52 ? weeks : DEFAULT_WEEKS
}
