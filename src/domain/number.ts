/**
 * A whole number as people read it: 1234 → '1,234' (en-US). Not by the browser's own formats: the first of them that is asked
 * for anything takes a slow telephone the time of five frames.
 */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}
