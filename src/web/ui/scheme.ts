import { inStorage } from './in-storage.ts'

/** The colors of the screens on this device. */
export const SCHEMES = { auto: 'Like this device', light: 'Light', dark: 'Dark' } as const
export type Scheme = keyof typeof SCHEMES

const KEY = 'stoop.scheme'

export function chosenScheme(): Scheme {
  const stored = inStorage((storage) => storage.getItem(KEY))
  return stored === 'light' || stored === 'dark' ? stored : 'auto'
}

export function chooseScheme(scheme: Scheme): void {
  inStorage((storage) => (scheme === 'auto' ? storage.removeItem(KEY) : storage.setItem(KEY, scheme)))
  show(scheme)
}

/** Shows the chosen colors; base.css has them, and follows the device without a choice. */
export function showScheme(): void {
  show(chosenScheme())
}

/** When the browser's bar is dark: index.html has its two colors, of which the first that fits counts. */
const DARK_BAR = { auto: '(prefers-color-scheme: dark)', light: 'not all', dark: 'all' }

function show(scheme: Scheme): void {
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"][media]')
  if (bar) bar.media = DARK_BAR[scheme]
  if (scheme === 'auto') delete document.documentElement.dataset.scheme
  else document.documentElement.dataset.scheme = scheme
}
