/** The stated maximum of every field that people fill in: characters, or the highest number or count. */
export const LIMITS = {
  name: 100,
  company: 200,
  address: 200,
  city: 100,
  state: 2,
  zip: 5,
  date: 10,
  time: 8,
  email: 254,
  phone: 14,
  unit: 20,
  password: 128,
  token: 100,
  description: 200,
  message: 5000,
  reason: 500,
  file_name: 200,
  number_of_floors: 200,
  number_of_units: 10_000,
  square_feet: 10_000_000,
  weeks: 52,
  visits: 520,
  service_types: 200,
  excluded_vendors: 500,
} as const

/** How many calls the browser may put into one request: the server's and the browser's word. */
export const CALLS_AT_ONCE = 20
