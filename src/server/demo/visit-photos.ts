/** Scenes that the project draws, so that the demo's proofs have photos: what a visit of each kind leaves behind. */
const SCENES: Record<string, (hue: number) => string> = {
  Landscaping: (hue) => `
    <rect y="300" width="640" height="180" fill="#7fa36b"/><path d="M0 330 q160 -40 320 0 t320 0 v150 h-640z" fill="#6c945a"/>
    ${row(8, (x) => `<circle cx="${x}" cy="318" r="34" fill="hsl(${100 + hue} 38% 34%)"/><circle cx="${x + 12}" cy="304" r="7" fill="hsl(${330 + hue} 70% 72%)"/>`)}`,
  'Common Area Cleaning': (hue) => `
    <path d="M0 480 L220 250 H420 L640 480z" fill="#d9cdb8"/><path d="M90 480 L270 250 M550 480 L370 250" stroke="#c2b498" stroke-width="6"/>
    <rect x="250" y="110" width="140" height="140" fill="hsl(${200 + hue} 30% 80%)"/><rect x="316" y="110" width="8" height="140" fill="#8b7a5e"/>
    <ellipse cx="320" cy="420" rx="180" ry="26" fill="#fff" opacity=".45"/>`,
  'Trash Take-Out': (hue) => `
    <rect y="330" width="640" height="150" fill="#9b9a95"/><rect y="322" width="640" height="14" fill="#c9c6bd"/>
    ${row(4, (x) => `<rect x="${x - 40}" y="190" width="84" height="150" rx="10" fill="hsl(${150 + hue} 30% 32%)"/><rect x="${x - 48}" y="176" width="100" height="22" rx="8" fill="hsl(${150 + hue} 30% 24%)"/>`)}`,
}
const HOUSE = (hue: number) => `
  <rect y="350" width="640" height="130" fill="#8d9b86"/><rect x="170" y="150" width="300" height="220" fill="hsl(${24 + hue} 35% 62%)"/>
  <path d="M140 160 L320 50 L500 160z" fill="#5d4a3c"/><rect x="288" y="260" width="64" height="110" fill="#3d5a4a"/>
  ${[200, 390].map((x) => `<rect x="${x}" y="190" width="52" height="52" fill="#f3e3b3"/>`).join('')}`

function row(count: number, draw: (x: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(60 + index * (540 / Math.max(1, count - 1)))).join(
    '',
  )
}

const drawn = new Map<string, Promise<Buffer>>()

/** A small JPEG of what this service left behind; a few different ones of each. */
export function drawVisitPhoto(service: string, number: number): Promise<Buffer> {
  const hue = (number % 3) * 14
  const key = `${service} ${hue}`
  const known = drawn.get(key)
  if (known) return known
  const scene = (SCENES[service] ?? HOUSE)(hue)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480" width="640" height="480">
    <rect width="640" height="480" fill="hsl(${205 + hue} 45% 84%)"/>${scene}</svg>`
  const photo = import('sharp').then(({ default: sharp }) =>
    sharp(Buffer.from(svg)).jpeg({ quality: 72 }).toBuffer(),
  )
  drawn.set(key, photo)
  return photo
}
