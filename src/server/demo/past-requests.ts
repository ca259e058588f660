import type { DemoRequest } from './demo-request.ts'

/** Accepted and over: of one service in so many buildings that what the city pays for it is shown. */
export const PAST_REQUESTS: DemoRequest[] = [
  {
    from: { building: 'larkspur' },
    service: 'Gutter Cleaning',
    when: { ago: 150, start: 8 },
    text: 'The front gutter and the canopy, before the fall rain.',
    scope: { length: ['180'], floors: ['5'], downspouts: ['4'] },
    quotes: { hilltop: 215, clearview: 230 },
    accepted: 'hilltop',
  },
  {
    from: { building: 'phinney' },
    service: 'Gutter Cleaning',
    when: { ago: 120, start: 6 },
    text: 'Three floors, a flat ladder spot on the west side.',
    scope: { length: ['120'], floors: ['3'], downspouts: ['4'] },
    quotes: { alder: 120 },
    accepted: 'alder',
  },
  {
    from: { building: 'alki' },
    service: 'Gutter Cleaning',
    when: { ago: 95, start: 9 },
    text: 'Sand and gull nests. The roof has anchors.',
    scope: { length: ['340'], floors: ['6'], downspouts: ['8'] },
    quotes: { raincity: 265 },
    accepted: 'raincity',
  },
  {
    from: { building: 'galer' },
    service: 'Gutter Cleaning',
    when: { ago: 88, start: 7 },
    text: 'The south side only. The hatch key is in the office.',
    scope: { length: ['150'], floors: ['4'], downspouts: ['3'] },
    quotes: { hilltop: 165, alder: 190 },
    accepted: 'hilltop',
  },
]
