import { expect, type Page } from '@playwright/test'
import { arriveAsCaptain, arriveAsCompany, arriveAsResident, requestOneVisit } from './arrive.ts'
import { test } from './journey.ts'
import { fill, home, openBrowser, said, unique } from './people.ts'

const caretOf = (page: Page) => page.evaluate('document.activeElement.selectionStart')

test('a phone number is edited in its middle, and understood as people write it', async ({ browser }) => {
  const page = await openBrowser(browser)
  await arriveAsResident(page, 'Maya')
  await page.goto('/home/settings')
  const phone = page.getByLabel('Phone')

  await test.step('a country code typed key by key', async () => {
    await phone.click()
    await phone.pressSequentially('+1 206 555 0134')
    await expect(phone).toHaveValue('(206) 555-0134')
  })

  await test.step('the caret stays where one edits', async () => {
    await phone.press('Home')
    for (let key = 0; key < 7; key++) await phone.press('ArrowRight')
    await phone.press('Backspace')
    await expect(phone).toHaveValue('(206) 550-134')
    await phone.press('Backspace')
    await expect(phone).toHaveValue('(205) 501-34')
    expect(await caretOf(page)).toBe(3)
    await page.keyboard.type('65') // where the caret is
    await expect(phone).toHaveValue('(206) 555-0134')
    expect(await caretOf(page)).toBe(7)
    await phone.press('x')
    expect(await caretOf(page)).toBe(7)
    for (let key = 0; key < 4; key++) await phone.press('ArrowLeft')
    await phone.press('Delete')
    await phone.press('Delete')
    await expect(phone).toHaveValue('(205) 501-34')
  })

  await test.step('another country’s number is refused, not cut', async () => {
    await fill(page, { Phone: '+44 20 7946 0958' })
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Phone must have 10 digits')).toBeVisible()
    await expect(phone).toHaveValue('+442079460958')
  })
})

test('prices and cities are understood as people write them', async ({ browser }) => {
  const [maya, curb] = [await openBrowser(browser), await openBrowser(browser)]
  const [company, address] = [unique('curb'), home(unique('no'))]
  await arriveAsCompany(curb, company, `${company}@example.com`, ['Gutter Cleaning'])
  await arriveAsCaptain(maya, 'Maya', `${unique('maya')}@example.com`, { ...address, City: 'seattle' })
  await maya.goto('/home/building')
  await expect(maya.getByText('Seattle, WA 98101')).toBeVisible()
  await requestOneVisit(maya, 'Gutter Cleaning', 'Before the rain')

  await curb.goto('/vendor/quotes?tab=needs_quote')
  const job = curb.getByRole('article').filter({ hasText: address['Street Address'] })
  const dialog = curb.getByRole('dialog', { name: 'Gutter Cleaning' })
  const price = dialog.getByLabel('Price per Visit')
  await job.getByRole('button', { name: 'Quote this job' }).click()
  await price.fill('$1,200.50')
  await dialog.getByRole('button', { name: 'Submit Quote' }).click()
  await expect(said(curb, 'Quote submitted successfully!')).toBeVisible()
  await curb.goto('/vendor/quotes?tab=submitted')
  await expect(job).toContainText('$1,200.50')
})

test('an error goes when its field is mended', async ({ browser }) => {
  const page = await openBrowser(browser)
  await page.goto('/login')
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await fill(page, { Email: 'maya@example.com' })
  await expect(page.getByText('Email is required')).toBeHidden()

  await page.goto('/signup')
  await page.getByRole('button', { name: /Homeowner/ }).click()
  const dialog = page.getByRole('dialog')
  const next = dialog.getByRole('button', { name: 'Next: Building Info' })
  await next.click()
  await expect(said(dialog, 'Please fill in all required fields.')).toBeVisible()
  const about = { 'First Name': 'Maya', 'Last Name': 'Rivera', Email: 'maya@example.com' }
  await fill(dialog, { ...about, Password: 'harbor stairs' })
  await expect(said(dialog, 'Please fill in all required fields.')).toBeVisible()
  await fill(dialog, { 'Confirm Password': 'harbor' })
  await expect(said(dialog, 'Please fill in all required fields.')).toBeHidden()
  await next.click()
  await expect(said(dialog, 'Passwords do not match')).toBeVisible()
  await fill(dialog, { Password: 'harbor' }) // mended at the other field
  await expect(said(dialog, 'Passwords do not match')).toBeHidden()
})

test('an error of two times goes when either is mended', async ({ browser }) => {
  const [maya, curb] = [await openBrowser(browser), await openBrowser(browser)]
  const company = unique('curb')
  await arriveAsCompany(curb, company, `${company}@example.com`, ['Gutter Cleaning'])
  const { address } = await arriveAsResident(maya, 'Maya')

  await test.step('the quiet hours of a building', async () => {
    await maya.goto('/home/building')
    await maya.getByRole('button', { name: 'Edit Building' }).click()
    const dialog = maya.getByRole('dialog')
    const [from, until] = [dialog.getByLabel('Quiet from'), dialog.getByLabel('Quiet until')]
    const error = dialog.getByText('Enter both times, or none')
    for (const [typed, other] of [
      [from, until],
      [until, from],
    ] as const) {
      await typed.fill('22:00')
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
      await expect(other).toBeFocused()
      await expect(error).toBeVisible()
      await typed.fill('')
      await expect(error).toBeHidden()
    }
  })

  await test.step('the arrival window of a quote', async () => {
    await requestOneVisit(maya, 'Gutter Cleaning', 'Front and back')
    await curb.goto('/vendor/quotes?tab=needs_quote')
    const card = curb.getByRole('article').filter({ hasText: address })
    await card.getByRole('button', { name: 'Quote this job' }).click()
    const job = curb.getByRole('dialog', { name: 'Gutter Cleaning' })
    await job.getByLabel('Price per Visit').fill('80')
    await job.getByText('Days and arrival time').click()
    await fill(job, { 'Arrives between': '09:00', and: '08:00' })
    await job.getByRole('button', { name: 'Submit Quote' }).click()
    await expect(job.getByText('Enter a later time')).toBeVisible()
    await fill(job, { 'Arrives between': '07:00' })
    await expect(job.getByText('Enter a later time')).toBeHidden()
  })
})

test('a message that is too long is said so, and not cut', async ({ browser }) => {
  const page = await openBrowser(browser)
  await page.goto('/')
  const form = page.getByRole('region', { name: 'Get in Touch' })
  const message = form.getByLabel('Tell Us About Your HOA')
  await fill(form, { Name: 'Visitor', Email: 'visitor@example.com' })
  await message.fill('We are twelve. '.repeat(400))
  await expect(
    form.getByText('The message can have at most 5,000 characters. Yours has 6,000.'),
  ).toBeVisible()
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(message).toBeFocused()
  await expect(message).toHaveValue('We are twelve. '.repeat(400))
  await message.fill('We are twelve.')
  await expect(form.getByText('can have at most')).toBeHidden()
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByRole('status')).toContainText('Thank you for your message!')

  const host = '@example.com'
  for (const [label, subject, most, text] of [
    ['Name', 'The name', 100, 'M'.repeat(101)],
    ['Email', 'The e-mail address', 254, `${'m'.repeat(255 - host.length)}${host}`],
  ] as const) {
    const field = form.getByLabel(label)
    await fill(form, { Name: 'Visitor', Email: `visitor${host}`, 'Tell Us About Your HOA': 'We are twelve.' })
    await field.fill(text)
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(field).toHaveAccessibleDescription(
      `${subject} can have at most ${most} characters. Yours has ${most + 1}.`,
    )
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(text)
  }
})

test('a dialog says that a text is too long, and neither cuts nor sends it', async ({ browser }) => {
  const page = await openBrowser(browser)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await arriveAsResident(page, 'Maya')
  const long = 'Clear the walks. '.repeat(15).padEnd(260, '.')
  const paste = async (text: string) => {
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
    await page.keyboard.press('ControlOrMeta+v')
  }

  await test.step('of a request', async () => {
    await page.goto('/home/services')
    await page.getByRole('button', { name: '+ Add Service' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Snow Removal' }).click()
    const dialog = page.getByRole('dialog', { name: 'Request Quotes for Snow Removal' })
    const field = dialog.getByLabel('Service Description')
    await field.click()
    await paste(long)
    await expect(field).toHaveValue(long)
    const words = 'The text can have at most 200 characters. Yours has 260.'
    await expect(field).toHaveAccessibleDescription(`${words} 260/200 characters`)
    await dialog.getByLabel('Desired Start Date').fill('2099-01-05')
    await dialog.getByRole('button', { name: 'Request Quotes from Vendors' }).click()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(long)
    await field.fill('Clear the walks.')
    await expect(field).toHaveAccessibleDescription('16/200 characters')
    await dialog.getByRole('button', { name: 'Request Quotes from Vendors' }).click()
    await expect(said(page, /^Quote requests sent/)).toBeVisible()
  })

  await test.step('of a calendar address’s name', async () => {
    await page.goto('/home/settings')
    const section = page.getByRole('region', { name: 'Subscribe to calendar' })
    await section.getByRole('button', { name: 'New address' }).click()
    const dialog = page.getByRole('dialog', { name: 'New calendar address' })
    const field = dialog.getByLabel('Name')
    await field.click()
    await paste(long)
    await expect(field).toHaveValue(long)
    await dialog.getByRole('button', { name: 'Make Address' }).click()
    await expect(dialog.getByText('Name can have at most 100 characters')).toBeVisible()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(long)
  })
})
