import { expect, test } from 'vitest'
import { visitDates } from '../visits/visits.ts'
import { type TypedWish, toWishes, WelcomeForm, WelcomeRequest, welcomeService } from './welcome.ts'

const service_type_id = '5f0c6a0e-0000-4000-8000-000000000001'
const wish = { service_type_id, required_every_weeks: 4, description: ' Beds and hedge ' }

test('a wish is a recurring request that starts in two weeks and goes on for a year [4.service.8]', () => {
  const [parsed] = WelcomeRequest.parse({ services: [wish] }).services
  if (!parsed) throw new Error('The wish is gone')
  const service = welcomeService(parsed, '2026-11-20')
  expect(service).toEqual({
    service_type_id,
    required_every_weeks: 4,
    description: 'Beds and hedge',
    status: 'pending_quotes',
    service_type: 'recurring',
    preferred_start_date: '2026-12-04',
    preferred_end_date: '2027-12-04',
    until_ended: false,
    quotes_by: '2026-11-27',
    decide_by: '2026-12-04',
    excluded_vendors: [],
  })
  expect(visitDates(service)).toHaveLength(14)
})

test('a wish without a frequency is a one-time request [4.service.8]', () => {
  const [parsed] = WelcomeRequest.parse({ services: [{ ...wish, required_every_weeks: null }] }).services
  if (!parsed) throw new Error('The wish is gone')
  const service = welcomeService(parsed, '2026-11-20')
  expect(service).toMatchObject({
    required_every_weeks: null,
    service_type: 'on-demand',
    preferred_start_date: '2026-12-04',
    preferred_end_date: null,
  })
  expect(visitDates(service)).toEqual(['2026-12-04'])
})

test('the job description is optional; too many weeks or characters, and an empty choice, are refused [5.welcome.2]', () => {
  const refused = (services: unknown) => WelcomeRequest.safeParse({ services }).error?.issues[0]?.message
  expect(WelcomeRequest.parse({ services: [{ ...wish, description: ' ' }] }).services[0]?.description).toBe(
    null,
  )
  expect(refused([])).toBe('Please select at least one service.')
  expect(refused([wish, wish])).toBe('Services names one entry twice')
  for (const required_every_weeks of [0, 53, 1.5])
    expect(refused([{ ...wish, required_every_weeks }])).toBe(
      'Frequency in weeks must be a whole number from 1 to 52',
    )
  expect(refused([{ ...wish, description: 'x'.repeat(201) }])).toBe(
    'Job Description can have at most 200 characters',
  )
})

test('the dialog as typed needs a service, and becomes the request', () => {
  const typed = (...wishes: [string, TypedWish][]) => new Map(wishes)
  const { error } = WelcomeForm.safeParse({ services: typed() })
  expect(error?.issues.map(({ path, message }) => [...path, message])).toEqual([
    ['services', 'Please select at least one service.'],
  ])
  const beds = { service_type: 'recurring', frequency: '2', description: ' Beds ' } as const
  const chosen = typed([service_type_id, beds])
  expect(WelcomeForm.parse({ services: chosen })).toEqual(
    WelcomeRequest.parse({ services: toWishes(chosen) }),
  )
  expect(WelcomeForm.parse({ services: chosen }).services[0]).toMatchObject({
    required_every_weeks: 2,
    description: 'Beds',
  })
  const once = typed([service_type_id, { ...beds, service_type: 'on-demand' }])
  expect(WelcomeForm.parse({ services: once }).services[0]).toMatchObject({ required_every_weeks: null })
})
