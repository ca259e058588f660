import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { arriveAsCompany, arriveAsResident, ask, call, quoteFor } from './arrive.ts'
import { test } from './journey.ts'
import { openBrowser, picture, said, unique } from './people.ts'

const SERVICE = 'Garage Cleaning'

test('captain and vendor of an accepted quote write to each other, with files, and see what was read [Product 2.10]', async ({
  browser,
}, info) => {
  const maya = await openBrowser(browser)
  const { address } = await arriveAsResident(maya, 'Maya')
  const otto = await openBrowser(browser)
  const company = unique('garage')
  await arriveAsCompany(otto, company, `${company}@example.com`, [SERVICE])
  const types = await ask<{ id: string; name: string }[]>(maya, 'services.available')
  await call(maya, 'services.request', {
    service_type_id: types.find(({ name }) => name === SERVICE)?.id,
    description: 'The court',
    service_type: 'recurring',
    required_every_weeks: 4,
    preferred_start_date: '2027-03-01',
    preferred_end_date: '2027-05-24',
  })
  const quote = await quoteFor(otto, address)
  await call(otto, 'quotes.submit', { id: quote, per_visit_price: 90_00 })
  await call(maya, 'quotes.accept', { id: quote, per_visit_price: 90_00 })
  const messages = (page: typeof maya) => page.getByRole('listitem', { name: /^Message \d+$/ })

  await test.step('the vendor writes from the job', async () => {
    await otto.goto('/vendor/services?tab=accepted')
    await otto.getByRole('button', { name: 'View details' }).click()
    await otto.getByRole('dialog').getByRole('link', { name: 'Messages with the building' }).click()
    await expect(otto.getByRole('heading', { level: 1, name: SERVICE })).toBeVisible()
    await expect(otto.getByText('Nobody has written yet.')).toBeVisible()
    await otto.getByRole('button', { name: 'Send' }).click()
    await expect(said(otto, /Write something, or add a file/)).toBeVisible()
    await otto.getByRole('textbox', { name: /^Message to/ }).fill('We come at six.\nPlease move the cars.')
    await otto.getByLabel('Add photos or files').setInputFiles('test/photo.jpg')
    await expect(otto.getByRole('list', { name: 'Files to send' })).toContainText('photo.jpg')
    await otto.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(messages(otto)).toHaveCount(1)
    await expect(otto.getByRole('textbox', { name: /^Message to/ })).toHaveValue('')
    await expect(otto.getByRole('list', { name: 'Files to send' })).toHaveCount(0)
    await expect(said(otto, /Write something/)).toHaveCount(0)
  })

  await test.step('the captain sees on the card that something is new, reads it and answers', async () => {
    await maya.goto('/home/services')
    const card = maya.getByRole('button', { name: new RegExp(`^${SERVICE}`) })
    await expect(card).toContainText('1 new message')
    await card.click()
    await maya.getByRole('dialog').getByRole('link', { name: 'Messages with the vendor' }).click()
    await expect(messages(maya)).toContainText(['Please move the cars.'])
    await expect(messages(maya).getByRole('link', { name: /photo\.jpg/ })).toBeVisible()
    await maya.getByRole('textbox', { name: /^Message to/ }).fill('The cars will be gone.')
    await picture(maya, info, 'messages')
    await expectAccessible(maya)
    await maya.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(messages(maya).first()).toContainText('The cars will be gone.')
  })

  await test.step('both screens follow by themselves: what came, and what was read', async () => {
    await expect(messages(otto).first()).toContainText('The cars will be gone.')
    await expect(messages(otto).last()).toContainText('Read')
    await expect(messages(maya).first()).toContainText('Read')
    await maya.goto('/home/services')
    await expect(maya.getByRole('button', { name: new RegExp(`^${SERVICE}`) })).not.toContainText(
      'new message',
    )
  })

  await test.step('what is typed stays when the network is gone, and a reload keeps it', async () => {
    await otto.context().setOffline(true)
    await otto.getByRole('textbox', { name: /^Message to/ }).fill('One more thing.')
    await otto.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(said(otto, /^The message could not be sent: The network/)).toBeVisible()
    await otto.context().setOffline(false)
    await otto.reload()
    await expect(otto.getByRole('textbox', { name: /^Message to/ })).toHaveValue('One more thing.')
    await otto.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(messages(otto)).toHaveCount(3)
    await expect(messages(otto).first()).toContainText('One more thing.')
    // The same words again are another message.
    await otto.getByRole('textbox', { name: /^Message to/ }).fill('One more thing.')
    await otto.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(messages(otto)).toHaveCount(4)
    await picture(otto, info, 'messages-vendor')
  })
})
