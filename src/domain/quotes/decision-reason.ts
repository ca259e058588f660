/** Why a building chose a quote, for those that it did not choose. Product 2.5 */
export const DECISION_REASONS = [
  'The lowest price',
  'What it includes',
  'Days and hours',
  'Good work before',
  'Recommended by others',
] as const
