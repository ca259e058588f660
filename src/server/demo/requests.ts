import {
  type DemoAnswers,
  GUTTERS_AT_UNIONBAY,
  LEAVES_AT_MILLHOUSE,
  LIGHTS_AT_LARKSPUR,
  SNOW_AT_ALKI,
  SNOW_AT_LARKSPUR,
} from './offers.ts'

export type DemoRequest = {
  /** The captain requests and accepts, or the neighbor with this first name. */
  from: { building: string; by?: string }
  service: string
  /**
   * Requested `ago` days before today, with the first visit `start` days later, `every` so many weeks for `weeks` weeks.
   * Without `every` it is one-time; without `weeks` only the first visit is booked.
   */
  when: { ago: number; start: number; every?: number; weeks?: number }
  text: string
  /** The answers to the service type's questions, by their keys. */
  scope?: Record<string, string[]>
  /** The vendors' prices per visit in dollars, in the order of submission. */
  quotes?: Record<string, number>
  answers?: DemoAnswers
  accepted?: string
  not_asked?: string[]
}

/** The requests of the buildings, at every stage. */
export const REQUESTS: DemoRequest[] = [
  // Accepted and recurring, with past and future visits.
  {
    from: { building: 'larkspur' },
    service: 'Landscaping',
    when: { ago: 182, start: 6, every: 2, weeks: 52 },
    text: 'Front beds, the side strip and two planters on the roof deck. Please keep the camellias.',
    scope: {
      turf: ['1200'],
      beds: ['640'],
      shrubs: ['At each visit'],
      cleanups: ['Spring', 'Fall'],
      clippings: ['Hauled away'],
    },
    quotes: { curb: 165, raincity: 148, evergreen: 139.5 },
    accepted: 'evergreen',
  },
  {
    from: { building: 'larkspur' },
    service: 'Common Area Cleaning',
    when: { ago: 175, start: 4, every: 1, weeks: 50 },
    text: 'Lobby, mail room, five landings and the stairs. The dog in 105 is friendly.',
    scope: {
      floors: ['5'],
      places: ['Lobby', 'Stairs', 'Mail room'],
      glass: ['Yes'],
      supplies: ['Brought by the vendor'],
    },
    quotes: { brighthalls: 118, broom: 124 },
    accepted: 'brighthalls',
  },
  {
    from: { building: 'larkspur', by: 'Ned' },
    service: 'Trash Take-Out',
    when: { ago: 168, start: 5, every: 1, weeks: 52 },
    text: 'Four bins from the alley to the curb, back before noon, rinsed once a month.',
    scope: { bins: ['4'], days: ['Tuesday'], out: ['The evening before'], rinse: ['No'], area: ['Yes'] },
    quotes: { broom: 52, curb: 46 },
    accepted: 'curb',
  },
  {
    from: { building: 'unionbay' },
    service: 'Common Area Cleaning',
    when: { ago: 180, start: 5, every: 1, weeks: 52 },
    text: 'Seven floors of halls, two elevators, the gym. Students move in each September.',
    scope: { floors: ['7'], places: ['Lobby', 'Halls', 'Elevators', 'Gym'], hours: ['Daytime only'] },
    quotes: { broom: 210, brighthalls: 235 },
    accepted: 'broom',
  },
  {
    from: { building: 'unionbay' },
    service: 'Security Patrol',
    when: { ago: 49, start: 3, every: 1, weeks: 26 },
    text: 'A walk through the garage and around the bike cage on Friday and Saturday nights.',
    scope: { rounds: ['2'], hours: ['Night'], places: ['Garage', 'Grounds'], report: ['After each visit'] },
    quotes: { nightwatch: 95 },
    accepted: 'nightwatch',
  },
  {
    from: { building: 'wintergreen' },
    service: 'HVAC Maintenance',
    when: { ago: 91, start: 7, every: 12, weeks: 60 },
    text: 'One boiler from 1998 and the lobby heat pump. Filters twice a year at least.',
    quotes: { puget: 289 },
    accepted: 'puget',
  },
  {
    from: { building: 'wintergreen', by: 'Hugh' },
    service: 'Gutter Cleaning',
    when: { ago: 56, start: 4, every: 8, weeks: 56 },
    text: 'Big maples on the north side: they fill up fast in November.',
    scope: { length: ['260'], floors: ['4'], downspouts: ['6'], roof: ['Blow off'] },
    quotes: { alder: 240, clearview: 198, raincity: 225, hilltop: 205 },
    accepted: 'clearview',
  },
  {
    from: { building: 'alki' },
    service: 'Window Washing',
    when: { ago: 66, start: 3, every: 4, weeks: 48 },
    text: 'Salt spray on the west side. Six floors, rope access from the roof anchors.',
    scope: { panes: ['220'], floors: ['6'], sides: ['Outside'], access: ['Roof anchors'] },
    quotes: { clearview: 640, brighthalls: 695 },
    accepted: 'clearview',
  },
  {
    from: { building: 'alki' },
    service: 'Landscaping',
    when: { ago: 45, start: 5, every: 2, weeks: 40 },
    text: 'Dune grass, a bit of lawn and the hedge to the beach path.',
    quotes: { evergreen: 155, raincity: 142 },
    accepted: 'raincity',
  },
  {
    from: { building: 'galer' },
    service: 'General Maintenance',
    when: { ago: 58, start: 2, every: 4, weeks: 52 },
    text: 'A steady hand for bulbs, hinges and the laundry room door that sticks.',
    quotes: { hilltop: 110 },
    accepted: 'hilltop',
  },
  {
    from: { building: 'columbia' },
    service: 'Recycling and Compost',
    when: { ago: 40, start: 3, every: 2, weeks: 52 },
    text: 'Nine row houses, one shared corral. Sort it, tidy it, label the lids.',
    scope: { bins: ['9'], kinds: ['Recycling', 'Compost'], sort: ['Yes'] },
    quotes: { curb: 38 },
    accepted: 'curb',
  },
  // Accepted and one-time: past visits, of which five buildings make a benchmark, and two future ones.
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
  {
    from: { building: 'galer' },
    service: 'Roof Repair',
    when: { ago: 35, start: 9 },
    text: 'Flashing around the north chimney lets water into 401. Photos on request.',
    scope: { roof: ['Flat'], problem: ['Leak', 'Flashing'], floors: ['4'] },
    quotes: { alder: 1_850 },
    accepted: 'alder',
  },
  {
    from: { building: 'phinney' },
    service: 'Masonry and Stoop Repair',
    when: { ago: 12, start: 19 },
    text: 'Two cracked steps on the front stoop. Everybody sits there, so please be quick.',
    quotes: { hilltop: 975 },
    accepted: 'hilltop',
  },
  {
    from: { building: 'larkspur', by: 'Ruth' },
    service: 'Holiday Lights',
    when: { ago: 9, start: 14 },
    text: 'Warm white along the cornice and a wreath on each door.',
    scope: {
      length: ['180'],
      places: ['Entrance', 'Roofline'],
      owned: ['The vendor'],
      up: ['December 10'],
    },
    quotes: { lantern: 480, hilltop: 430 },
    answers: LIGHTS_AT_LARKSPUR,
    accepted: 'hilltop',
  },
  // Quotes to compare.
  {
    from: { building: 'larkspur' },
    service: 'Snow Removal',
    when: { ago: 8, start: 20, every: 1, weeks: 14 },
    text: 'Steps, ramp and the sidewalk on two streets before 7 in the morning.',
    scope: {
      depth: ['1'],
      places: ['Sidewalk', 'Stairs', 'Ramps'],
      walks: ['140'],
      by: ['7 AM'],
      salt: ['Yes'],
    },
    quotes: { summit: 99.99, hilltop: 120, raincity: 115, evergreen: 92 },
    answers: SNOW_AT_LARKSPUR,
  },
  {
    from: { building: 'larkspur', by: 'Theo' },
    service: 'Window Washing',
    when: { ago: 6, start: 25, every: 12, weeks: 52 },
    text: 'Five floors, outside only, and the glass canopy over the door.',
    scope: { panes: ['96'], floors: ['5'], sides: ['Outside'], extras: ['Frames and sills'] },
    quotes: { clearview: 420, brighthalls: 395 },
  },
  {
    from: { building: 'unionbay', by: 'Ines' },
    service: 'Gutter Cleaning',
    when: { ago: 7, start: 16, every: 26, weeks: 52 },
    text: 'Long flat roof with eight downspouts. One of them gurgles.',
    scope: { length: ['310'], floors: ['7'], downspouts: ['8'] },
    quotes: { hilltop: 290, alder: 310, clearview: 325, raincity: 305 },
    answers: GUTTERS_AT_UNIONBAY,
  },
  {
    from: { building: 'alki', by: 'Yusuf' },
    service: 'Snow Removal',
    when: { ago: 5, start: 22, every: 1, weeks: 12 },
    text: 'Rare down here, but the ramp freezes. Only when it snows, please.',
    scope: { depth: ['2'], places: ['Ramps', 'Walks'], by: ['8 AM'], salt: ['Yes'] },
    quotes: { summit: 140, evergreen: 125, hilltop: 118, raincity: 105 },
    answers: SNOW_AT_ALKI,
  },
  {
    from: { building: 'wintergreen' },
    service: 'Tree Care',
    when: { ago: 4, start: 30 },
    text: 'The old cherry leans toward the wires. An arborist should look before the storms.',
    scope: { trees: ['1'], height: ['45'], work: ['Pruning', 'Health check'], wires: ['Yes'] },
    quotes: { evergreen: 760 },
  },
  {
    from: { building: 'galer', by: 'Ravi' },
    service: 'Common Area Cleaning',
    when: { ago: 10, start: 15, every: 2, weeks: 52 },
    text: 'Four landings, the lobby and the elevator. No bleach, there is a baby in 303.',
    scope: { floors: ['4'], places: ['Lobby', 'Stairs', 'Elevators'], flooring: ['Carpet', 'Tile or stone'] },
    quotes: { broom: 88, brighthalls: 92.5 },
  },
  {
    from: { building: 'millhouse' },
    service: 'Elevator Maintenance',
    when: { ago: 11, start: 21, every: 12 },
    text: 'A small hydraulic one. It complains on cold mornings.',
    quotes: { safesound: 310 },
  },
  {
    from: { building: 'millhouse' },
    service: 'Leaf Removal',
    when: { ago: 4, start: 13 },
    text: 'Both alders drop everything at once. The drains clog first.',
    quotes: { evergreen: 180 },
    answers: LEAVES_AT_MILLHOUSE,
  },
  // Waiting for the first quote.
  {
    from: { building: 'larkspur' },
    service: 'Plumbing Repair',
    when: { ago: 2, start: 5 },
    text: 'The hose bib by the garage drips, and the laundry drain is slow.',
    scope: { problem: ['Leak', 'Clog'], urgent: ['Within 3 days'], shutoff: ['With a day of notice'] },
  },
  {
    from: { building: 'unionbay', by: 'Kofi' },
    service: 'Delivery Acceptance',
    when: { ago: 3, start: 18, every: 1, weeks: 26 },
    text: 'About thirty parcels a day. A cabinet in the lobby is there already.',
    scope: { parcels: ['210'], hours: ['10'], storage: ['Mail room'] },
  },
  {
    from: { building: 'galer', by: 'Ravi' },
    service: 'Door and Lock Repair',
    when: { ago: 1, start: 10 },
    text: 'The lobby door does not close by itself when the wind is from the south.',
  },
  {
    from: { building: 'phinney', by: 'Amara' },
    service: 'Painting',
    when: { ago: 1, start: 28 },
    text: 'Stair hall, three floors, two coats. The color has been voted on: oat.',
    scope: { places: ['Halls', 'Railings'], area: ['3200'], coats: ['2'], prep: ['Small repairs'] },
    not_asked: ['alder'],
  },
  {
    from: { building: 'columbia', by: 'Solomon' },
    service: 'Dog Waste Stations',
    when: { ago: 1, start: 9, every: 1, weeks: 52 },
    text: 'Two stations by the path. Goose the dog approves.',
  },
  {
    from: { building: 'millhouse' },
    service: 'Fire Safety Inspection',
    when: { ago: 0, start: 12, every: 52, weeks: 104 },
    text: 'Eighteen extinguishers and the panel in the boiler room. Tags run out in December.',
  },
]
