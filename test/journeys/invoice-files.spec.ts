import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { addDays } from '../../src/domain/calendar.ts'
import { pdf } from '../sample-files.ts'
import { expectAccessible } from './accessible.ts'
import { ask, call } from './arrive.ts'
import { finishedVisits, TODAY } from './finished-visits.ts'
import { test } from './journey.ts'
import { picture, said } from './people.ts'

const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: pdf(name) })

test('files go with an invoice, and a receipt with its payment [Product 3.1] [Product 3.3]', async ({
  browser,
}, info) => {
  test.slow() // axe checks each state
  const { maya, vera } = await finishedVisits(browser)
  await vera.setViewportSize({ width: 375, height: 812 })
  const dialog = vera.getByRole('dialog').first()
  const files = dialog.getByRole('list', { name: 'Files of this invoice' }).getByRole('listitem')
  const opened = maya.getByRole('dialog', { name: 'Invoice INV-0001' })
  const view = { name: 'View invoice INV-0001' }

  await test.step('they are chosen with a new invoice, and sent once it is saved', async () => {
    await vera.goto('/vendor/invoices')
    await vera.getByRole('button', { name: 'Create Invoice' }).click()
    await dialog.getByRole('button', { name: /3 visits/ }).click()
    await dialog.getByLabel('Add files to this invoice').setInputFiles([file('Plan.pdf'), file('Wrong.pdf')])
    const chosen = dialog.getByRole('list', { name: 'Files to send' })
    await expect(chosen).toContainText('Plan.pdf')
    await picture(vera, info, 'invoice-files-chosen-phone')
    await chosen.getByRole('button', { name: 'Leave out Wrong.pdf' }).click()
    await expect(chosen).not.toContainText('Wrong.pdf')
    await dialog.getByRole('button', { name: 'Save Draft' }).click()
    await expect(said(vera, 'Draft INV-0001 saved.')).toBeVisible()
  })

  await test.step('those of a draft are added and removed at once, and what is typed stays', async () => {
    await vera.getByRole('button', { name: 'Edit invoice INV-0001' }).click()
    await expect(files).toHaveCount(1)
    await dialog.getByLabel('Note').fill('With the plan.')
    await dialog.getByLabel('Add files to this invoice').setInputFiles(file('Wrong.pdf'))
    await expect(files).toHaveCount(2)
    await expect(dialog.getByLabel('Note')).toHaveValue('With the plan.')
    await expectAccessible(vera)
    await picture(vera, info, 'invoice-files-phone')
    await files.getByRole('button', { name: 'Remove Wrong.pdf' }).click()
    const question = vera.getByRole('dialog', { name: 'Remove file' })
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(files).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Send Invoice' }).click()
    const sending = vera.getByRole('dialog', { name: 'Send Invoice' })
    await sending.getByRole('button', { name: 'Send Invoice' }).click()
    await expect(said(vera, /^Invoice INV-0001 sent\./)).toBeVisible()
  })

  await test.step('the building opens them, and can’t change them', async () => {
    await maya.goto('/home/payments')
    await maya.getByRole('button', view).click()
    const link = opened.getByRole('link', { name: 'Plan.pdf' })
    const sent = await maya.request.get((await link.getAttribute('href')) ?? '')
    expect([sent.status(), sent.headers()['content-type']]).toEqual([200, 'application/pdf'])
    await expect(opened.getByLabel('Add files to this invoice')).toHaveCount(0)
    await expect(opened.getByRole('button', { name: 'Remove Plan.pdf' })).toHaveCount(0)
    await expectAccessible(maya)
    await picture(maya, info, 'invoice-files-received')
    await opened.getByRole('button', { name: 'Approve $325.00' }).click()
    await expect(said(maya, '$325.00 of invoice INV-0001 approved.')).toBeVisible()
  })

  await test.step('a payment is recorded with its receipt, on a phone', async () => {
    await maya.setViewportSize({ width: 375, height: 812 })
    await maya.getByRole('button', view).click()
    await expect(opened.getByText('by Maya Rivera')).toBeVisible()
    await opened.getByLabel('Reference').fill('1042')
    await opened.getByLabel('Add a receipt').setInputFiles(file('Check 1042.pdf'))
    await expect(opened.getByRole('list', { name: 'Files to send' })).toContainText('Check 1042.pdf')
    await expectAccessible(maya)
    await picture(maya, info, 'payment-file-phone')
    await opened.getByRole('button', { name: 'Record Payment' }).click()
    const question = maya.getByRole('dialog', { name: 'Record Payment' })
    await question.getByRole('button', { name: 'Record' }).click()
    await expect(said(maya, 'Payment of $325.00 for invoice INV-0001 recorded.')).toBeVisible()
    await maya.getByRole('button', view).click()
    const receipts = opened.getByRole('list', { name: /^Files of the payment of \$325\.00/ })
    await expect(receipts.getByRole('listitem')).toHaveCount(1)
    // One that was found later.
    await opened.getByLabel('Add a receipt').setInputFiles(file('Statement.pdf'))
    await expect(receipts.getByRole('listitem')).toHaveCount(2)
    await receipts.getByRole('button', { name: 'Remove Statement.pdf' }).click()
    await maya.getByRole('dialog', { name: 'Remove file' }).getByRole('button', { name: 'Remove' }).click()
    await expect(receipts.getByRole('listitem')).toHaveCount(1)
    await picture(maya, info, 'payment-files-phone')
  })

  await test.step('its vendor sees who approved it, and opens the receipt', async () => {
    await vera.goto('/vendor/invoices?tab=paid')
    await vera.getByRole('button', view).click()
    await expect(dialog.getByText('by Maya Rivera')).toBeVisible()
    const link = dialog.getByRole('link', { name: 'Check 1042.pdf' })
    expect((await vera.request.get((await link.getAttribute('href')) ?? '')).status()).toBe(200)
    await expect(dialog.getByLabel('Add a receipt')).toHaveCount(0)
    await picture(vera, info, 'invoice-paid-files-phone')
  })
})

test('what a colleague saved meanwhile is shown, and not overwritten unseen [Product 3.1]', async ({
  browser,
}, info) => {
  const { vera } = await finishedVisits(browser)
  const dialog = vera.getByRole('dialog').first()
  const note = dialog.getByLabel('Note')
  const id = randomUUID()
  const { buildings } = await ask<{ buildings: { building_id: string }[] }>(vera, 'invoices.due')
  const building_id = buildings[0]?.building_id
  type DueLines = { visits: { id: string; amount: number }[] }
  const due = await ask<DueLines>(vera, 'invoices.dueLines', { building_id })
  const visits = due.visits.map(({ id: visit, amount }) => ({ id: visit, amount }))
  const facts = { id, number: 'INV-0001', date: TODAY, due_date: addDays(TODAY, 30), tax_rate: 0 }
  const lines = { visits, starts: [], extras: [] }
  await call(vera, 'invoices.create', { ...facts, ...lines, building_id, note: null })
  await vera.goto('/vendor/invoices')
  await vera.getByRole('button', { name: 'Edit invoice INV-0001' }).click()
  await note.fill('Mine')
  // From another browser of the same company.
  await call(vera, 'invoices.update', { ...facts, ...lines, version: 1, note: 'Theirs' })
  const warning = dialog.getByText('A colleague has saved this draft since you began.')
  await expect(warning).toBeVisible()
  await expect(note).toHaveValue('Mine')
  await expectAccessible(vera)
  await picture(vera, info, 'invoice-outdated')
  await vera.setViewportSize({ width: 375, height: 812 })
  await picture(vera, info, 'invoice-outdated-phone')
  await dialog.getByRole('button', { name: 'Drop My Changes' }).click()
  await expect(warning).toBeHidden()
  await expect(note).toHaveValue('Theirs')
  await note.fill('Ours')
  await dialog.getByRole('button', { name: 'Save Draft' }).click()
  await expect(said(vera, 'Draft INV-0001 saved.')).toBeVisible()
  await vera.getByRole('button', { name: 'Edit invoice INV-0001' }).click()
  await expect(note).toHaveValue('Ours')
})
