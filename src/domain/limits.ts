// Rules: [5.contact.3] [9.limit.1] [9.limit.4] [9.limit.5] [V2.2.1] [V6.2.9]

/** The maximum of every input field: its length in characters, or its highest number or count. */
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
  token: 200,
  code: 20,
  passkeys: 20,
  feeds: 5,
  recovery_codes: 10,
  description: 200,
  scope: 10_000,
  scope_questions: 8,
  scope_key: 20,
  scope_options: 12,
  scope_answer: 100,
  scope_number: 1_000_000,
  question: 500,
  answer: 1000,
  extra: 60,
  extras: 10,
  quote_note: 1000,
  compliance_documents: 60,
  compliance_number: 60,
  coverage: 100_000_000,
  tasks: 100,
  task: 200,
  message: 5000,
  reason: 500,
  visit_note: 1000,
  access_notes: 1000,
  search: 100,
  file_name: 200,
  number_of_floors: 200,
  number_of_units: 10_000,
  square_feet: 10_000_000,
  weeks: 52,
  visits: 520,
  service_types: 200,
  excluded_vendors: 500,
} as const

/** The minimum length of a new password, in characters. */
export const PASSWORD_MIN = 6 // [9.limit.2] [V6.2.1]

/** The maximum number of calls in one request. Browser and server must agree. */
export const CALLS_AT_ONCE = 20
