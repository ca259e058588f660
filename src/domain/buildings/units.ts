/** How many units of a building are lived in: its active and pending profiles, 1 when the count is missing. Section 9. */
export function occupiedUnits(profiles: number | null | undefined): number {
  return profiles || 1
}
