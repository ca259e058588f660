/**
 * The occupied units of a building: its active and pending profiles, or 1 when the count is missing.
 * [9.default.1]
 */
export function occupiedUnits(profiles: number | null | undefined): number {
  return profiles || 1
}
