import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { type Browser, expect, type Page } from '@playwright/test'
import { formatMonth, today } from '../../src/domain/calendar.ts'
import { pdfText } from '../pdf-text.ts'
import { expectAccessible, expectContrastInDark } from './accessible.ts'
import { arriveAsResident, arriveBySigningIn, ask, call, letIn } from './arrive.ts'
import { bookedToday, PHONE, PHOTO } from './booked-today.ts'
import { test } from './journey.ts'
import { picture } from './people.ts'

// Budget, figures down to their photos, and statements: Product 3.4, 3.5.

const TODAY = today(new Date(), 'America/Los_Angeles')
const [YEAR, MONTH] = [TODAY.slice(0, 4), TODAY.slice(0, 7)]

/** A captain with a finished visit of today that has a photo and is invoiced, and a neighbor without any office in a browser of this kind. */
async function spentToday(browser: Browser, kind: Parameters<Browser['newContext']>[0]) {
  const { maya, curb, street } = await bookedToday(browser, PHONE)
  const { visits } = await ask<{ visits: { id: string }[] }>(maya, 'visits.upcoming', { page: 1 })
  const id = visits[0]?.id ?? ''
  const at = new Date().toISOString()
  await call(curb, 'visits.checkIn', { id, at })
  const query = new URLSearchParams({ visit: id, id: randomUUID(), shows: 'visit' })
  const sent = await curb.request.post(`/api/visit-photos?${query}`, { data: readFileSync(PHOTO) })
  expect(sent.ok(), await sent.text()).toBe(true)
  await call(curb, 'visits.finish', { id, at: new Date().toISOString(), note: null, place: null })
  type Due = { buildings: { building_id: string }[]; facts: { date: string; due_date: string } }
  const { buildings, facts } = await ask<Due>(curb, 'invoices.due')
  const invoice = { id: randomUUID(), building_id: buildings[0]?.building_id, number: 'INV-0001', ...facts }
  await call(curb, 'invoices.create', {
    ...{ ...invoice, tax_rate: 1025, note: null, starts: [], extras: [] },
    visits: [{ id, amount: 95_00 }],
  })
  await call(curb, 'invoices.send', { id: invoice.id, version: 1, total: 104_74 })
  const ned = await (await browser.newContext(kind)).newPage()
  const neighbor = await arriveAsResident(ned, 'Ned', street)
  await letIn(maya, neighbor)
  await arriveBySigningIn(ned, neighbor)
  return { maya, ned }
}

/** Counts what a person taps, and how long it takes in all. */
function counted(page: Page) {
  const from = performance.now()
  let taps = 0
  return {
    async tap(role: 'link' | 'button', name: string | RegExp, inside = page.locator('body')) {
      taps += 1
      await inside.getByRole(role, { name }).first().tap()
    },
    result: () => ({ taps, seconds: (performance.now() - from) / 1000 }),
  }
}

test('a figure on the dashboard leads to the photo of a visit in at most four taps, as a member without an office [Product 3.5]', async ({
  browser,
}, info) => {
  const { ned } = await spentToday(browser, PHONE)
  await ned.goto('/home/dashboard')
  await expect(ned.getByText('HOA Spend Month-to-Date')).toBeVisible()
  const { tap, result } = counted(ned)
  await tap('link', /see what it is made of/)
  await expect(ned.getByRole('heading', { name: 'Spending', level: 1 })).toBeVisible()
  await picture(ned, info, 'spending')
  await tap('button', 'Gutter Cleaning')
  const line = ned.getByRole('dialog', { name: 'Gutter Cleaning' })
  await expect(line).toContainText('$104.74')
  await expect(line).toContainText('$95.00 and $9.74 of its tax')
  await expect(line).toContainText('Accepted on')
  await expectAccessible(ned)
  await picture(ned, info, 'line-of-spend')
  await tap('button', /^Proof: Gutter Cleaning/, line)
  const photo = ned.getByRole('dialog').last().getByRole('img', { name: '1 of 1' })
  await expect
    .poll(() => photo.evaluate((img) => ('naturalWidth' in img ? img.naturalWidth : 0)))
    .toBeGreaterThan(0)
  const { taps, seconds } = result()
  expect(taps).toBeLessThanOrEqual(4)
  await info.attach('taps.txt', { body: `${taps} taps, ${seconds.toFixed(1)} s` })
})

test('the captain sets a budget, members see it, and each figure opens its lines [Product 3.4]', async ({
  browser,
}, info) => {
  const { maya, ned } = await spentToday(browser, { viewport: { width: 1280, height: 800 } })
  await test.step('what is typed is replaced only once it is confirmed', async () => {
    await maya.goto('/home/budget')
    await maya.getByRole('button', { name: 'Set Budget' }).click()
    const dialog = maya.getByRole('dialog', { name: `Budget of ${YEAR}` })
    await dialog.getByLabel('Cleaning').fill('1,200')
    await expect(dialog.getByRole('status')).toContainText('$1,200.00')
    await dialog.getByRole('button', { name: 'Start from what is agreed' }).click()
    const question = maya.getByRole('dialog', { name: 'Replace the Amounts' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.getByLabel('Cleaning')).toHaveValue('1,200')
    await dialog.getByRole('button', { name: 'Start from what is agreed' }).click()
    await question.getByRole('button', { name: 'Replace' }).click()
    await expect(dialog.getByLabel('Cleaning')).toHaveValue('')
    await expect(dialog.getByLabel('Maintenance')).toHaveValue('104.74')
    await dialog.getByLabel('Maintenance').fill('1000')
    await expectAccessible(maya)
    await picture(maya, info, 'set-budget')
    await dialog.getByRole('button', { name: 'Save Budget' }).click()
    await expect(dialog).toBeHidden()
    await expect(maya.getByRole('region', { name: 'Versions of the budget' })).toContainText('Version 1')
  })
  await test.step('a member sees it without a way to change it', async () => {
    await ned.goto('/home/budget')
    const row = ned.getByRole('row').filter({ has: ned.getByRole('rowheader', { name: 'Maintenance' }) })
    for (const text of ['$1,000.00', '$104.74', '10 % spent']) await expect(row).toContainText(text)
    await expect(ned.getByRole('button', { name: /Budget$/ })).toHaveCount(0)
    await expect(ned.getByRole('img', { name: /by category/ })).toBeVisible()
    await expect(ned.getByRole('region', { name: 'Each unit’s share' })).toContainText('24 units')
    await expectAccessible(ned)
    await expectContrastInDark(ned)
    await picture(ned, info, 'budget')
  })
  await test.step('a figure of a category opens its lines, which add up', async () => {
    await ned.getByRole('link', { name: '$104.74, spent, Maintenance' }).click()
    await expect(ned.getByText('$104.74 in 1 line')).toBeVisible()
    await expect(ned.getByRole('row')).toHaveCount(2)
    await ned.getByLabel('Category').selectOption('Service fee')
    await expect(ned.getByRole('row').filter({ hasText: 'service fee' }).first()).toBeVisible()
  })
  await test.step('a month’s statement is a PDF that reads as the screen', async () => {
    await ned.goto(`/home/spending?month=${MONTH}`)
    const sheet = ned.waitForEvent('download')
    await ned.getByRole('link', { name: 'Download PDF' }).click()
    expect((await sheet).suggestedFilename()).toBe(`Statement ${MONTH}.pdf`)
    const text = await pdfText(new Uint8Array(await buffer(await (await sheet).createReadStream())))
    for (const words of [`Statement of ${formatMonth(TODAY)}`, 'Gutter Cleaning', '$104.74'])
      expect(text).toContain(words)
  })
  await test.step('at 375 px two months stand beside each other, and nothing is wider than the screen', async () => {
    await ned.setViewportSize({ width: 375, height: 812 })
    await ned.goto('/home/budget')
    await expect(ned.getByRole('heading', { name: 'By month' })).toBeVisible()
    await expect.poll(() => ned.evaluate('document.documentElement.scrollWidth')).toBe(375)
    const tops = await ned
      .getByRole('table', { name: 'By month' })
      .getByRole('row')
      .evaluateAll((rows) =>
        (rows as unknown as { getBoundingClientRect(): { top: number } }[])
          .slice(1)
          .map((row) => Math.round(row.getBoundingClientRect().top)),
      )
    expect([tops.length, new Set(tops).size]).toEqual([12, 6])
    await picture(ned, info, 'budget-phone')
  })
})
