import { buffer } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import { pdfText } from '../pdf-text.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsCompany, arriveAsResident, ask, call, quoteFor } from './arrive.ts'
import { test } from './journey.ts'
import { openBrowser, picture, said, unique } from './people.ts'
import { write } from './portal-data.ts'

const SERVICE = 'Pressure Washing'

type Offer = { company: string; vendor: Page; per_visit_price: number; terms?: object }

test('a captain compares four quotes, prints them and decides; a vendor reads why it lost [Product 2.5]', async ({
  browser,
}, info) => {
  const maya = await openBrowser(browser)
  const { address } = await arriveAsResident(maya, 'Maya')
  const linesWith = (answer: 'included' | 'not_included') => [
    { key: 'places', offer: 'included', price: null },
    { key: 'area', offer: answer, price: null },
  ]
  const nothing = { lines: [], start_price: null, extras: [], valid_until: null, note: null }
  const offers: Offer[] = []
  for (const [name, per_visit_price, terms] of [
    ['low', 80_00, { ...nothing, lines: linesWith('not_included') }],
    ['whole', 95_00, { ...nothing, lines: linesWith('included'), start_price: 60_00, note: 'Two people.' }],
    ['plain', 120_00, undefined],
    ['dear', 140_00, { ...nothing, extras: [{ name: 'Seal the stone', price: 90_00, per: 'once' }] }],
  ] as const) {
    const vendor = await openBrowser(browser)
    const company = unique(name)
    await arriveAsCompany(vendor, company, `${company}@example.com`, [SERVICE])
    offers.push({ company, vendor, per_visit_price, ...(terms && { terms }) })
  }
  const types = await ask<{ id: string; name: string }[]>(maya, 'services.available')
  const { id: service } = await call<{ id: string }>(maya, 'services.request', {
    service_type_id: types.find(({ name }) => name === SERVICE)?.id,
    description: 'The front steps and the court',
    service_type: 'recurring',
    required_every_weeks: 4,
    preferred_start_date: '2027-03-01',
    preferred_end_date: '2027-05-24',
    scope: [
      { key: 'places', answer: ['Stairs'] },
      { key: 'area', answer: ['600'] },
    ],
  })
  for (const { vendor, per_visit_price, terms } of offers)
    await call(vendor, 'quotes.submit', { id: await quoteFor(vendor, address), per_visit_price, terms })
  // Counted from five buildings, once a month.
  await write(
    `insert into price_benchmarks (month, service_type_id, low, median, high)
    select month, id, 315, 400, 500 from (select max(month) as month from benchmark_months) counted, service_types where name = $1
    on conflict do nothing`,
    SERVICE,
  )
  const [low, whole, plain, dear] = offers
  if (!low || !whole || !plain || !dear) throw new Error('Four vendors are needed')
  const column = (company: string) =>
    maya.getByRole('listitem').filter({ has: maya.getByRole('heading', { name: company }) })

  const job = (tab: string) => whole.vendor.goto(`/vendor/quotes?tab=${tab}`)
  const card = whole.vendor.getByRole('article').filter({ hasText: address })
  const details = whole.vendor.getByRole('dialog')
  await test.step('a vendor asks, and reads the answer, as the others do', async () => {
    await job('submitted')
    await card.getByRole('button').click()
    await details.getByRole('button', { name: 'Ask a question' }).click()
    await details.getByLabel('Question', { exact: true }).fill('Is there water by the court?')
    await details.getByRole('button', { name: 'Send Question' }).click()
    const questions = details.getByRole('region', { name: 'Questions' })
    await expect(questions).toContainText('You asked: “Is there water by the court?”')
    const round = { building_service_id: service, round: 1 }
    const [question] = await ask<{ id: string }[]>(maya, 'quotes.questions', round)
    await call(maya, 'quotes.answerQuestion', { id: question?.id, answer: 'Yes, a tap by the gate.' })
    await expect(questions).toContainText('Yes, a tap by the gate.')
  })

  await test.step('the cheapest first, with what it leaves out; Lowest leaves nothing out', async () => {
    await maya.goto('/home/services')
    await maya.getByRole('button', { name: new RegExp(`^${SERVICE}`) }).click()
    await maya.getByRole('dialog').getByRole('button', { name: 'View Quotes' }).click()
    await maya.getByRole('dialog').getByRole('link', { name: 'Compare Quotes' }).click()
    await expect(maya.getByRole('heading', { name: SERVICE, level: 1 })).toBeVisible()
    await expect(maya.getByText('City median: about $4.00 a unit for a visit')).toBeVisible()
    await expect(maya.getByRole('heading', { level: 2 })).toHaveText([
      low.company,
      whole.company,
      plain.company,
      dear.company,
    ])
    // Four visits.
    await expect(column(low.company)).toContainText('First year$320.00')
    await expect(column(low.company)).toContainText('Not included')
    await expect(column(low.company)).toContainText(/Lowest without Area: 600/)
    await expect(column(whole.company)).toContainText('First year$440.00')
    await expect(column(whole.company)).toContainText('A year$380.00')
    await expect(column(whole.company).getByText('Lowest', { exact: true })).toBeVisible()
    await expect(column(whole.company)).toContainText('Near the city median')
    await expect(column(plain.company)).toContainText('About 30% above the city median')
    await expect(column(plain.company)).toContainText('Price only')
    await expect(column(dear.company)).toContainText('Seal the stone, $90.00 once')
    await expectAccessible(maya)
    await picture(maya, info, 'compare')
    await maya.setViewportSize({ width: 375, height: 740 })
    await expect(column(whole.company).getByText('A month, on average')).toBeVisible()
    await expectAccessible(maya)
    // Each card has the width of the screen, below the one before.
    const cards = await Promise.all([low, whole].map(({ company }) => column(company).boundingBox()))
    expect(cards.every((card) => card && card.width > 300 && card.x + card.width <= 375)).toBe(true)
    expect((cards[1]?.y ?? 0) - (cards[0]?.y ?? 0)).toBeGreaterThan(cards[0]?.height ?? 0)
    await maya.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('all four are on one page of paper, and in a file', async () => {
    const pdf = await maya.pdf({ format: 'Letter', preferCSSPageSize: true })
    await info.attach('compare-printed.pdf', { body: pdf, contentType: 'application/pdf' })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    const saved = maya.waitForEvent('download')
    await maya.getByRole('link', { name: 'Download CSV' }).click()
    expect((await saved).suggestedFilename()).toBe('Quotes.csv')
    const sheet = maya.waitForEvent('download')
    await maya.getByRole('link', { name: 'Download PDF' }).click()
    expect((await sheet).suggestedFilename()).toBe('Quotes.pdf')
    const text = await pdfText(new Uint8Array(await buffer(await (await sheet).createReadStream())))
    expect(text).toContain(`${whole.company} Lowest`)
    expect(text).toContain('City median: about $4.00')
    expect(text).toContain('First year $320.00 $440.00')
  })

  await test.step('the captain decides for another one, and says why', async () => {
    await maya.getByRole('link', { name: 'Your services' }).click()
    await maya.getByRole('button', { name: new RegExp(`^${SERVICE}`) }).click()
    const dialog = maya.getByRole('dialog')
    await dialog.getByRole('button', { name: 'View Quotes' }).click()
    const accept = dialog.getByRole('button', { name: `Accept Quote from ${plain.company}` })
    await expect(accept).not.toHaveAttribute('aria-disabled', 'true')
    await accept.click()
    await dialog.getByLabel('Why this quote?').selectOption('Good work before')
    const confirm = dialog.getByRole('button', { name: 'Accept Quote', exact: true })
    await expect(confirm).not.toHaveAttribute('aria-disabled', 'true')
    await confirm.click()
    await expect(said(maya, 'Quote accepted successfully! 4 appointment(s) created.')).toBeVisible()
    await maya.goto(`/home/services/compare?service=${service}`)
    await expect(column(plain.company).getByText('Accepted')).toBeVisible()
    await expect(column(low.company).getByText('Not chosen')).toBeVisible()
  })

  await test.step('a vendor that lost reads whether it was lowest, and why', async () => {
    await job('lost')
    await card.getByRole('button').click()
    await expect(details).toContainText(
      'Yours was the lowest of the quotes that leave nothing out. The reason for the choice: Good work before.',
    )
    await picture(whole.vendor, info, 'lost-with-reason')
  })
})
