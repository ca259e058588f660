const REASONS = {
  1: 'This phone does not share its place with the portal. Allow it in the browser’s settings, or finish without the place.',
  2: 'This phone can’t tell where it is right now. Finish without the place, or try again.',
  3: 'This phone took too long to tell where it is. Finish without the place, or try again.',
} as const

/** Where the phone is, once its person has agreed. Rejects with a message for them. */
export function readPlace(): Promise<{ latitude: number; longitude: number; accuracy_meters: number }> {
  // Browsers have no such thing on an address without https.
  if (!('geolocation' in navigator)) return Promise.reject(new Error(REASONS[2]))
  return new Promise((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({ latitude, longitude, accuracy_meters: Math.min(accuracy, 100_000) }),
      ({ code }) => reject(new Error(REASONS[code as keyof typeof REASONS] ?? REASONS[2])),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    ),
  )
}
