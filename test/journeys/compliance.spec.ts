import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { addDays, today } from '../../src/domain/calendar.ts'
import { pdf } from '../sample-files.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsAdmin, arriveAsCompany, arriveAsResident, ask, call, quoteFor } from './arrive.ts'
import { test } from './journey.ts'
import { openBrowser, picture, said, unique } from './people.ts'

const TODAY = today(new Date(), 'America/Los_Angeles')
const LAST = addDays(TODAY, 12)

test('a vendor adds its insurance on a phone, an admin refuses one and verifies the next, and it is renewed [Product 2.6] [2.placeholder.admin-vendors]', async ({
  browser,
}, info) => {
  const [vera, ada] = await Promise.all([openBrowser(browser), openBrowser(browser)])
  const company = unique('insured')
  await arriveAsCompany(vera, company, `${company}@example.com`, ['Roof Repair'])
  await arriveAsAdmin(ada)
  const panel = vera.getByRole('region', { name: 'Compliance Documents' })
  const dialog = vera.getByRole('dialog')
  const row = ada.getByRole('row').filter({ hasText: company })

  await test.step('what is missing is said at its field, and the file is asked for', async () => {
    await vera.setViewportSize({ width: 375, height: 740 })
    await vera.goto('/vendor/profile')
    await expect(panel.getByText('None yet.')).toBeVisible()
    await panel.getByRole('button', { name: 'Add a Document' }).click()
    await dialog.getByRole('button', { name: 'Send for Verification' }).click()
    await expect(dialog.getByText('Policy number is required')).toBeVisible()
    await expect(dialog.getByLabel('Policy number')).toBeFocused()
    await dialog.getByLabel('Policy number').fill('CGL-77')
    await dialog.getByLabel('Coverage').fill('1,000,000')
    await dialog.getByLabel('Valid from').fill(addDays(TODAY, -353))
    await dialog.getByLabel('Expires on').fill(addDays(TODAY, -354))
    await dialog.getByRole('button', { name: 'Send for Verification' }).click()
    await expect(dialog.getByText('A document expires after it becomes valid')).toBeVisible()
    await dialog.getByLabel('Expires on').fill(LAST)
    await dialog.getByRole('button', { name: 'Send for Verification' }).click()
    await expect(dialog.getByText('Choose the file of the document')).toBeVisible()
    await expectAccessible(vera)
    await picture(vera, info, 'compliance-form')
    const file = { name: 'Certificate.pdf', mimeType: 'application/pdf', buffer: pdf('Insured') }
    await dialog.getByLabel('File', { exact: true }).setInputFiles(file)
    await expect(dialog.getByText('Certificate.pdf')).toBeVisible()
    await dialog.getByRole('button', { name: 'Send for Verification' }).click()
    await expect(said(vera, 'Document added.')).toBeVisible()
    await expect(panel.getByText('Being verified')).toBeVisible()
  })

  await test.step('an admin opens the file, and refuses it with a reason', async () => {
    await ada.goto('/admin/vendors')
    await expect(ada.getByRole('heading', { name: 'Vendor Management', level: 1 })).toBeVisible()
    await expect(ada.getByText('Every vendor and what they offer.')).toBeVisible()
    await ada.getByRole('searchbox', { name: 'Search vendors' }).fill(company)
    await expect(ada.getByText('1 document', { exact: true })).toBeVisible()
    await expect(row.getByText('$1,000,000 coverage')).toBeVisible()
    const file = await row.getByRole('link', { name: /^View Certificate\.pdf/ }).getAttribute('href')
    const { status, type } = await ada.evaluate(async (url) => {
      const response = await fetch(url ?? '')
      return { status: response.status, type: response.headers.get('content-type') }
    }, file)
    expect([status, type]).toEqual([200, 'application/pdf'])
    await expectAccessible(ada)
    await picture(ada, info, 'compliance-queue')
    await row.getByRole('button', { name: `Refuse Insurance certificate CGL-77 of ${company}` }).click()
    await ada.getByRole('dialog').getByLabel('Reason').fill('The certificate names another company.')
    await ada.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
    await expect(said(ada, 'is told why')).toBeVisible()
    await expect(row).toHaveCount(0)
  })

  await test.step('the vendor reads why without a reload, removes it and adds another one', async () => {
    await expect(panel.getByText('The certificate names another company.')).toBeVisible()
    await panel.getByRole('button', { name: /^Remove Insurance certificate/ }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(panel.getByText('None yet.')).toBeVisible()
    await panel.getByRole('button', { name: 'Add a Document' }).click()
    await dialog.getByLabel('Policy number').fill('CGL-78')
    await dialog.getByLabel('Coverage').fill('2000000')
    await dialog.getByLabel('Expires on').fill(LAST)
    const file = { name: 'New certificate.pdf', mimeType: 'application/pdf', buffer: pdf('Insured') }
    await dialog.getByLabel('File', { exact: true }).setInputFiles(file)
    await dialog.getByRole('button', { name: 'Send for Verification' }).click()
    await expect(panel.getByText('Being verified')).toBeVisible()
  })

  await test.step('verified, it says that it expires, and is renewed from the day after on', async () => {
    await row.getByRole('button', { name: `Verify Insurance certificate CGL-78 of ${company}` }).click()
    await expect(said(ada, `Verified. ${company} is told.`)).toBeVisible()
    await expect(panel.getByText('Expires in 12 days')).toBeVisible()
    await expect(panel.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
    await vera.setViewportSize({ width: 1280, height: 800 })
    await picture(vera, info, 'compliance')
    await panel.getByRole('button', { name: 'Renew Insurance certificate CGL-78' }).click()
    await expect(dialog.getByLabel('Valid from')).toHaveValue(addDays(LAST, 1))
    await expect(dialog.getByLabel('Coverage')).toHaveValue('2000000')
    await dialog.getByLabel('Kind').selectOption('W-9')
    await expect(dialog.getByLabel('Policy number')).toHaveCount(0)
    await expect(dialog.getByLabel('Signed on')).toBeVisible()
    await dialog.getByLabel('Kind').selectOption('Insurance certificate')
    await dialog.getByLabel('Policy number').fill('CGL-79')
    await dialog.getByLabel('Coverage').fill('2000000')
    await dialog.getByLabel('Expires on').fill(addDays(LAST, 365))
    const file = { name: 'Renewed certificate.pdf', mimeType: 'application/pdf', buffer: pdf('Insured') }
    await dialog.getByLabel('File', { exact: true }).setInputFiles(file)
    await dialog.getByRole('button', { name: 'Send for Verification' }).click()
    await expect(said(vera, 'Document added.')).toBeVisible()
    await row.getByRole('button', { name: `Verify Insurance certificate CGL-79 of ${company}` }).click()
    await expect(panel.getByText(/^From /)).toBeVisible()
  })
})

// No other journey asks for it.
const ELEVATORS = 'Elevator Maintenance'

test('an admin requires a license; without one a quote can’t be accepted, and a visit can’t begin [Product 2.6] [2.placeholder.admin-services]', async ({
  browser,
}, info) => {
  const [maya, vera, ada] = await Promise.all([
    openBrowser(browser),
    openBrowser(browser),
    openBrowser(browser),
  ])
  const company = unique('elevators')
  await arriveAsCompany(vera, company, `${company}@example.com`, [ELEVATORS])
  await arriveAsAdmin(ada)
  const { address } = await arriveAsResident(maya, 'Maya')
  const types = await ask<{ id: string; name: string }[]>(maya, 'services.available')
  await call(maya, 'services.request', {
    service_type_id: types.find(({ name }) => name === ELEVATORS)?.id,
    description: 'One elevator, eight floors.',
    service_type: 'recurring',
    required_every_weeks: 2,
    preferred_start_date: TODAY,
    preferred_end_date: addDays(TODAY, 14),
  })
  const quote = await quoteFor(vera, address)
  await call(vera, 'quotes.submit', { id: quote, per_visit_price: 240_00 })
  const license = ada.getByRole('checkbox', { name: new RegExp(`^License for ${ELEVATORS}`) })
  const document = async (valid_from: string, expires_on: string) => {
    const facts = { kind: 'license', number: 'WA-1431', valid_from, expires_on, name: 'License.pdf' }
    const id = randomUUID()
    const address = `/api/compliance-files?${new URLSearchParams({ id, ...facts })}`
    expect((await vera.request.post(address, { data: pdf() })).status()).toBe(201)
    return id
  }

  await test.step('the admin is told how many vendors have none, and requires it', async () => {
    await ada.goto('/admin/services')
    await expect(ada.getByRole('heading', { name: 'Service Catalog', level: 1 })).toBeVisible()
    await expect(ada.getByText('The service types buildings can ask for.')).toBeVisible()
    await license.click()
    const dialog = ada.getByRole('dialog', { name: 'Require a license' })
    await expect(dialog.getByText(/^Elevator Maintenance is offered by \d+ vendors?\./)).toBeVisible()
    await expect(dialog.getByText(/No booked visit is put at risk\. These vendors and the/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Require' }).click()
    await expect(said(ada, `${ELEVATORS} requires a license now.`)).toBeVisible()
    await expect(license).toBeChecked()
    await expectAccessible(ada)
    await picture(ada, info, 'required-documents')
  })

  await test.step('the vendor sees it on the request, and in its settings', async () => {
    await vera.setViewportSize({ width: 375, height: 812 })
    await vera.goto('/vendor/services')
    const card = vera.getByRole('article').filter({ hasText: ELEVATORS })
    await expect(card.getByText('You lack a license')).toBeVisible()
    await card.getByRole('button').click()
    const job = vera.getByRole('dialog', { name: ELEVATORS })
    await expect(job.getByText('Documents required')).toBeVisible()
    await expectAccessible(vera)
    await picture(vera, info, 'request-lacks')
    await job.getByRole('link', { name: 'Add your documents' }).click()
    const required = vera.getByRole('list', { name: 'Required documents' })
    await expect(required.getByText(`License, required for ${ELEVATORS}`)).toBeVisible()
    await expect(required.getByText('Missing')).toBeVisible()
    await picture(vera, info, 'required-of-vendor')
  })

  const service = maya.getByRole('dialog')
  await test.step('the captain sees what the vendor lacks before it is accepted', async () => {
    await maya.setViewportSize({ width: 375, height: 812 })
    await maya.goto('/home/services')
    await maya.getByRole('button', { name: new RegExp(`^${ELEVATORS}`) }).click()
    await service.getByRole('button', { name: 'View Quotes' }).click()
    await expect(service.getByText('Lacks a license')).toBeVisible()
    await service.getByRole('button', { name: `Accept Quote from ${company}` }).click()
    await expect(service.getByText(`${company} lacks a license, verified and valid on`)).toBeVisible()
    await expect(service.getByRole('button', { name: 'Accept Quote', exact: true })).toHaveCount(0)
    await expectAccessible(maya)
    await picture(maya, info, 'acceptance-lacks')
  })

  await test.step('with a license it is accepted; the visit after its last day is at risk for both', async () => {
    const id = await document(addDays(TODAY, -10), addDays(TODAY, 5))
    await call(ada, 'compliance.verify', { id })
    await maya.reload()
    await maya.getByRole('button', { name: new RegExp(`^${ELEVATORS}`) }).click()
    await service.getByRole('button', { name: 'View Quotes' }).click()
    await expect(service.getByText('Documents verified')).toBeVisible()
    await service.getByRole('button', { name: `Accept Quote from ${company}` }).click()
    await expect(service.getByText(`unless ${company} renews a license by then`)).toBeVisible()
    await service.getByRole('button', { name: 'Accept Quote', exact: true }).click()
    await expect(said(maya, 'Quote accepted successfully! 2 appointment(s) created.')).toBeVisible()
    await maya.setViewportSize({ width: 1280, height: 800 })
    for (const page of [maya, vera]) {
      await page.goto(page === maya ? '/home/services' : '/vendor/appointments')
      await expect(page.getByText('At risk')).toHaveCount(1)
      await expect(page.getByText(`${company} lacks a license`)).toBeVisible()
    }
    await picture(vera, info, 'visits-at-risk')
  })

  await test.step('once the license is taken back, today’s visit can’t be checked in', async () => {
    await vera.setViewportSize({ width: 375, height: 812 })
    await vera.goto('/vendor/today')
    const stop = vera.getByRole('listitem').filter({ hasText: address })
    await expect(stop.getByRole('button', { name: 'Check In' })).toBeVisible()
    await ada.goto('/admin/vendors?documents=verified')
    await ada.getByRole('button', { name: `Refuse License WA-1431 of ${company}` }).click()
    await ada.getByRole('dialog').getByLabel('Reason').fill('The state has no such number.')
    await ada.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
    await expect(said(ada, 'is told why')).toBeVisible()
    // Without a reload.
    await expect(stop.getByText('At risk')).toBeVisible()
    await expect(stop.getByRole('button', { name: 'Check In' })).toHaveCount(0)
    await picture(vera, info, 'today-at-risk')
    // Without a network nobody knows whether it was renewed: the tap is kept, and judged when it arrives.
    await vera.context().setOffline(true)
    await stop.getByRole('button', { name: 'Check In' }).click()
    await expect(stop.getByText('Waiting to be sent')).toBeVisible()
    await vera.context().setOffline(false)
    await expect(stop.getByText(/Not sent: your company lacks a license/)).toBeVisible()
    await call(ada, 'compliance.setRequirement', {
      service_type_id: types.find(({ name }) => name === ELEVATORS)?.id,
      kind: 'license',
      required: false,
    })
  })
})
