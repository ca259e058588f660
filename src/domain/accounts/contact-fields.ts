import { city } from '../city.ts'
import { LIMITS } from '../limits.ts'
import { state, text, zip } from '../text.ts'

// What sign-up and settings ask of people and companies.

export const personFields = {
  first_name: text('First Name', LIMITS.name),
  last_name: text('Last Name', LIMITS.name),
}

export const companyName = text('Company Name', LIMITS.company)

export const addressFields = { address: text('Street Address', LIMITS.address), city, state, zip_code: zip }
