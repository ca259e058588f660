const STEP = 1024
// [9.document.5]
const LARGER_UNITS = ['KB', 'MB', 'GB'] as const

/** A file's size for people: whole bytes below 1 KB, else one decimal in KB, MB or GB. [9.document.5] */
export function formatFileSize(bytes: number): string {
  let size = bytes
  let unit: string = 'Bytes'
  for (const larger of LARGER_UNITS) {
    // 1,023.96 KB would be rounded to '1024.0 KB'.
    if (unit === 'Bytes' ? size < STEP : Number(size.toFixed(1)) < STEP) break
    size /= STEP
    unit = larger
  }
  return unit === 'Bytes' ? `${size} Bytes` : `${size.toFixed(1)} ${unit}`
}
