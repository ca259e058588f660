import type { VendorRole } from '../../domain/team/colleague.ts'

/** The people, companies and buildings of the demo city. The streets are real; people and houses are invented. */
export const DEMO_PASSWORD = 'love-your-hoa'

export const ADMIN = { first_name: 'Ada', last_name: 'Okafor', email: 'ada@stoop.example' }

type StreetAddress = { address: string; zip_code: string }
type DemoResident = {
  name: string
  unit: string
  waits?: true
  /** What they wrote when they asked to join. */
  note?: string
}
export type DemoBuilding = {
  key: string
  name: string
  place: StreetAddress
  size: { number_of_floors: number; number_of_units: number; square_feet: number }
  /** The captain first. Residents who wait are not accepted yet. */
  people: [DemoResident, ...DemoResident[]]
  /** In these hours nobody comes. */
  quiet?: [from: string, until: string]
  /** How vendors get in. */
  access?: string
}

export const BUILDINGS: DemoBuilding[] = [
  {
    key: 'larkspur',
    name: 'The Larkspur',
    place: { address: '1518 Bellevue Ave', zip_code: '98122' },
    size: { number_of_floors: 5, number_of_units: 32, square_feet: 28_400 },
    quiet: ['21:00', '07:00'],
    access:
      'The side gate on Pine St, code 4471#. The tool room is left of the stairs; its key hangs in the box beside the meter.\nIf the gate sticks, ring at 402.',
    people: [
      { name: 'Maya Lindqvist', unit: '402' },
      { name: 'Ned Alvarez', unit: '105' },
      { name: 'Ruth Castellan', unit: '310' },
      { name: 'Theo Banerjee', unit: '501' },
      {
        name: 'Pia Sorensen',
        unit: '207',
        waits: true,
        note: 'Hello! I bought 207 from the Wilsons in May. Happy to help with the garden.',
      },
      { name: 'Wes Okamoto', unit: '304', waits: true },
    ],
  },
  {
    key: 'unionbay',
    access: 'Door code 2209. The concierge hands out the key to the trash room from 8 AM.',
    name: 'Union Bay Terrace',
    place: { address: '4304 Brooklyn Ave NE', zip_code: '98105' },
    size: { number_of_floors: 7, number_of_units: 54, square_feet: 49_800 },
    people: [
      { name: 'Otto Brandt', unit: '701' },
      { name: 'Ines Fontaine', unit: '212' },
      { name: 'Kofi Mensah', unit: '609' },
      { name: 'Lena Park', unit: '411', waits: true },
    ],
  },
  {
    key: 'wintergreen',
    name: 'The Wintergreen',
    place: { address: '2219 E Madison St', zip_code: '98112' },
    size: { number_of_floors: 4, number_of_units: 18, square_feet: 17_250 },
    people: [
      { name: 'Carmen Duarte', unit: '1A' },
      { name: 'Hugh Pemberton', unit: '3C' },
      { name: 'Saoirse Byrne', unit: '4B' },
    ],
  },
  {
    key: 'phinney',
    name: 'Phinney Ridge Flats',
    place: { address: '3640 Phinney Ave N', zip_code: '98103' },
    size: { number_of_floors: 3, number_of_units: 12, square_feet: 10_900 },
    people: [
      { name: 'Dmitri Volkov', unit: '7' },
      { name: 'Amara Nwosu', unit: '11' },
      { name: 'Jules Moreau', unit: '2', waits: true },
    ],
  },
  {
    key: 'alki',
    access:
      'Park behind the building. The shed with the hose is open; please lock it when you go: code 8136.',
    name: 'Alki Shores',
    place: { address: '2717 Alki Ave SW', zip_code: '98116' },
    size: { number_of_floors: 6, number_of_units: 40, square_feet: 44_100 },
    people: [
      { name: 'Grace Tanaka', unit: '601' },
      { name: 'Marcus Bell', unit: '203' },
      { name: 'Yusuf Demir', unit: '508' },
      { name: 'Nora Whitfield', unit: '110', waits: true },
    ],
  },
  {
    key: 'columbia',
    name: 'Columbia Rowhouses',
    place: { address: '4822 Rainier Ave S', zip_code: '98118' },
    size: { number_of_floors: 3, number_of_units: 9, square_feet: 14_700 },
    people: [
      { name: 'Bea Hoang', unit: 'D' },
      { name: 'Solomon Reyes', unit: 'F' },
    ],
  },
  {
    key: 'galer',
    name: 'Galer Court',
    place: { address: '623 W Galer St', zip_code: '98119' },
    size: { number_of_floors: 4, number_of_units: 22, square_feet: 21_300 },
    people: [
      { name: 'Ivy McAllister', unit: '401' },
      { name: 'Ravi Krishnan', unit: '206' },
      { name: 'Opal Jensen', unit: '303' },
    ],
  },
  {
    key: 'millhouse',
    name: 'Ballard Mill House',
    place: { address: '5346 Ballard Ave NW', zip_code: '98107' },
    size: { number_of_floors: 5, number_of_units: 26, square_feet: 30_600 },
    people: [{ name: 'Frank Eriksen', unit: '505' }],
  },
]

export type DemoVendor = {
  key: string
  company_name: string
  person: string
  place: StreetAddress
  services: string[]
  /** Who works there beside the owner. Crew goes to the visits in turn. */
  team?: { name: string; vendor_role: VendorRole }[]
  /** Between which times of day they arrive. */
  arrives?: [string, string]
}

export const VENDORS: DemoVendor[] = [
  {
    key: 'evergreen',
    company_name: 'Evergreen Grounds',
    person: 'Hazel Norling',
    place: { address: '1140 NW 46th St', zip_code: '98107' },
    services: ['Landscaping', 'Tree Care', 'Leaf Removal', 'Irrigation Care', 'Snow Removal'],
    arrives: ['08:00', '10:00'],
  },
  {
    key: 'raincity',
    company_name: 'Rain City Gardens',
    person: 'Tomas Aguilar',
    place: { address: '3921 Stone Way N', zip_code: '98103' },
    services: ['Landscaping', 'Leaf Removal', 'Gutter Cleaning', 'Snow Removal'],
  },
  {
    key: 'curb',
    company_name: 'Curb & Corner',
    person: 'Darnell Hayes',
    place: { address: '7203 2nd Ave S', zip_code: '98108' },
    services: [
      'Trash Take-Out',
      'Recycling and Compost',
      'Bulk Item Pickup',
      'Trash Chute Cleaning',
      'Landscaping',
    ],
  },
  {
    key: 'clearview',
    company_name: 'Clearview Window Co.',
    person: 'Mina Petrov',
    place: { address: '415 Westlake Ave N', zip_code: '98109' },
    services: ['Window Washing', 'Gutter Cleaning', 'Pressure Washing', 'Graffiti Removal'],
  },
  {
    key: 'summit',
    company_name: 'Summit Snow & Ice',
    person: 'Lars Haugen',
    place: { address: '12506 Lake City Way NE', zip_code: '98125' },
    services: ['Snow Removal', 'Salting and De-icing', 'Leaf Removal'],
  },
  {
    key: 'brighthalls',
    company_name: 'Bright Halls Cleaning',
    person: 'Rosa Medina',
    place: { address: '5510 Martin Luther King Jr Way S', zip_code: '98118' },
    services: ['Common Area Cleaning', 'Carpet Cleaning', 'Garage Cleaning', 'Window Washing'],
    team: [
      { name: 'Petra Novak', vendor_role: 'office' },
      { name: 'Luis Ortega', vendor_role: 'crew' },
      { name: 'Dana Whitfield', vendor_role: 'crew' },
    ],
    arrives: ['13:00', '16:00'],
  },
  {
    key: 'broom',
    company_name: 'The Broom Brigade',
    person: 'Abel Kiplagat',
    place: { address: '908 E Pine St', zip_code: '98122' },
    services: ['Common Area Cleaning', 'Carpet Cleaning', 'Trash Take-Out', 'Dog Waste Stations'],
  },
  {
    key: 'puget',
    company_name: 'Puget Plumbing & Heating',
    person: 'Gail Sorrento',
    place: { address: '6026 Airport Way S', zip_code: '98108' },
    services: ['Plumbing Repair', 'HVAC Maintenance', 'Irrigation Care'],
  },
  {
    key: 'lantern',
    company_name: 'Lantern Electric',
    person: 'Quincy Abara',
    place: { address: '2216 NW Market St', zip_code: '98107' },
    services: ['Electrical Repair', 'Camera and Intercom Care', 'Holiday Lights'],
  },
  {
    key: 'alder',
    company_name: 'Alder Roof & Gutter',
    person: 'Stig Dahl',
    place: { address: '8420 Dallas Ave S', zip_code: '98108' },
    services: ['Roof Repair', 'Gutter Cleaning', 'Painting'],
  },
  {
    key: 'hilltop',
    company_name: 'Hilltop Handy',
    person: 'Winona Clark',
    place: { address: '1706 12th Ave', zip_code: '98122' },
    services: [
      ...['General Maintenance', 'Door and Lock Repair', 'Painting', 'Masonry and Stoop Repair'],
      ...['Moving Day Help', 'Snow Removal', 'Gutter Cleaning', 'Holiday Lights'],
    ],
  },
  {
    key: 'frontdesk',
    company_name: 'The Front Desk',
    person: 'Simone Laurent',
    place: { address: '1001 4th Ave', zip_code: '98154' },
    services: ['Concierge', 'Delivery Acceptance', 'Spare Key Management', 'Moving Day Help'],
  },
  {
    key: 'nightwatch',
    company_name: 'Nightwatch Northwest',
    person: 'Ezra Feld',
    place: { address: '3200 1st Ave S', zip_code: '98134' },
    services: ['Security Patrol', 'Camera and Intercom Care', 'Spare Key Management'],
  },
  {
    key: 'safesound',
    company_name: 'Safe & Sound Inspections',
    person: 'Priya Raman',
    place: { address: '509 Olive Way', zip_code: '98101' },
    services: ['Fire Safety Inspection', 'Elevator Maintenance', 'Pest Control'],
  },
]

export const vendorEmail = ({ key }: { key: string }) => `${key}@vendors.example`

/** 'Luis Ortega' → luis@brighthalls.vendors.example */
export function colleagueEmail(vendor: { key: string }, { name }: { name: string }): string {
  return `${name.toLowerCase().split(' ')[0]}@${vendor.key}.vendors.example`
}

/** 'Maya Lindqvist' → maya@larkspur.example */
export function residentEmail(building: { key: string }, { name }: { name: string }): string {
  return `${name.toLowerCase().split(' ')[0]}@${building.key}.example`
}
