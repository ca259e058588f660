/**
 * The occupied units of a building: its active and pending profiles, 1 when the count is missing, and never more than its
 * units, since anybody may ask to join.
 * [9.default.1]
 */
export function occupiedUnits(profiles: number | null | undefined, units: number | null): number {
  return Math.min(profiles || 1, units ?? Number.POSITIVE_INFINITY)
}
