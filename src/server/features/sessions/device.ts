import Bowser from 'bowser'

/** The device behind a User-Agent header in words: 'Chrome on Windows'. */
export function deviceOf(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  const names = [browser.name, os.name].filter(Boolean)
  return names.join(' on ') || 'Unknown device'
}
