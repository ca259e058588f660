import { expect, type Page } from '@playwright/test'
import { peopleWithDialogs } from './dialog-people.ts'
import { DIALOGS, walkDialogs } from './dialogs.ts'
import { test } from './journey.ts'

type Form = { name: string; sentence?: string; words: string[] }

/** Each form sent empty: what it says as a whole, where the specification has a sentence, and at its fields. */
const IN_DIALOGS: (Form & { action: string })[] = [
  {
    name: 'vendor sign-up',
    action: 'Next: Select Services',
    sentence: 'Please fill in all required fields.',
    words: [
      'First Name is required',
      'Last Name is required',
      'Company Name is required',
      'Street Address is required',
      'City is required',
      'State is required',
      'Zip Code is required',
      'Email is required',
      'Phone is required',
      'Password is required',
      'Confirm Password is required',
    ],
  },
  {
    name: 'address of a resident',
    action: 'Continue',
    sentence: 'Please fill in all required fields.',
    words: ['Street Address is required', 'City is required', 'State is required', 'Zip Code is required'],
  },
  {
    name: 'resident sign-in',
    action: 'Sign In',
    words: ['Email is required'],
  },
  {
    name: 'request quotes',
    action: 'Request Quotes from Vendors',
    sentence: 'Please fill in all required fields',
    words: ['Describe what you need', 'Choose a start date'],
  },
  {
    name: 'services of a vendor',
    action: 'Create Account',
    sentence: 'Please select at least one service.',
    words: [],
  },
  {
    name: 'building of a resident',
    action: 'Complete Signup',
    sentence: 'Please fill in all required fields.',
    words: ['Number of Units is required'],
  },
  { name: 'forgot password', action: 'Send the link', words: ['Email is required'] },
  { name: 'second step', action: 'Continue', words: ['Authenticator code is required'] },
  { name: 'second step by a recovery code', action: 'Continue', words: ['Recovery code is required'] },
  { name: 'remove a passkey', action: 'Remove', words: ['Current Password is required'] },
  { name: 'set up an app', action: 'Continue', words: ['Current Password is required'] },
  { name: 'turn the app off', action: 'Turn Off', words: ['Authenticator Code is required'] },
  { name: 'authenticator app', action: 'Turn On', words: ['Authenticator Code is required'] },
  { name: 'make recovery codes', action: 'Make New Codes', words: ['Current Password is required'] },
  { name: 'end a session', action: 'End', words: ['Current Password is required'] },
  { name: 'close account', action: 'Close Account', words: ['Current Password is required'] },
  { name: 'add or change units', action: 'Save Units', words: ['Enter at least one unit'] },
  { name: 'new vote', action: 'Save Draft', words: ['Question is required'] },
  {
    name: 'new vote of an admin',
    action: 'Save Draft',
    words: ['Choose a building', 'Question is required'],
  },
  { name: 'cancel a vote', action: 'Cancel Vote', words: ['Reason is required'] },
  { name: 'new announcement', action: 'Save Draft', words: ['Title is required', 'Text is required'] },
  { name: 'follow up an announcement', action: 'Send Follow-up', words: ['Follow-up is required'] },
  { name: 'withdraw an announcement', action: 'Withdraw Announcement', words: ['Reason is required'] },
  { name: 'new calendar address', action: 'Make Address', words: ['Name is required'] },
  {
    name: 'invite a colleague',
    action: 'Send Invitation',
    words: ['Full Name is required', 'Email is required'],
  },
  {
    name: 'add a document',
    action: 'Send for Verification',
    words: ['Policy number is required', 'Coverage is required', 'Expires on is required'],
  },
  { name: 'refuse a document', action: 'Refuse', words: ['Reason is required'] },
  {
    name: 'extra of an invoice',
    action: 'Save Draft',
    words: ['Description is required', 'Price must be a price such as 95 or 1200.50, and more than 0'],
  },
  { name: 'received invoice', action: 'Approve $110.25', words: ['Approve or refuse this extra'] },
  { name: 'dispute an invoice', action: 'Dispute Invoice', words: ['Reason is required'] },
  { name: 'credit note', action: 'Create Credit Note', words: ['Reason is required'] },
  { name: 'answer about an invoice', action: 'Send', words: ['Message is required'] },
  { name: 'set budget', action: 'Save Budget', words: ['Enter at least one amount'] },
  { name: 'refund a payment', action: 'Refund', words: ['Reason is required'] },
  { name: 'take back a payment', action: 'Take Back', words: ['Reason is required'] },
  { name: 'withdraw request', action: 'Withdraw Request', words: ['Reason is required'] },
  { name: 'decline a request', action: 'Decline Request', words: ['Reason is required'] },
  { name: 'more time', action: 'Give More Time', words: ['Choose a later day'] },
  { name: 'end service', action: 'End Service', words: ['Reason is required'] },
  {
    name: 'pause a won job',
    action: 'Pause Service',
    words: ['Last day of the pause is required', 'Reason is required'],
  },
  { name: 'move visit', action: 'Move visit', words: ['Reason is required'] },
  { name: 'suggest another time', action: 'Suggest another time', words: ['Reason is required'] },
  { name: 'cancel visit', action: 'Cancel visit', words: ['Reason is required'] },
  { name: 'move day', action: 'Move this day', words: ['Reason is required'] },
  { name: 'not as agreed', action: 'Not as agreed', words: ['What was not as agreed is required'] },
  { name: 'we came', action: 'We came', words: ['What happened is required'] },
  { name: 'they didn’t come', action: 'They didn’t come', words: ['Reason is required'] },
  { name: 'answer a dispute', action: 'Answer', words: ['What you did is required'] },
  {
    name: 'add tenant',
    action: 'Add Tenant',
    words: ['Full Name is required', 'Email is required', 'Unit Number is required', 'Role is required'],
  },
  {
    name: 'add a passkey',
    action: 'Add Passkey',
    words: ['Name is required', 'Current Password is required'],
  },
  {
    name: 'job',
    action: 'Submit Quote',
    sentence: 'Please enter a valid per-visit price',
    words: ['A price such as 95 or 1200.50, and more than 0'],
  },
]

/** What each field that is not right says to a screen reader, in order, and whether the first has the focus. */
const fieldErrors = `(() => {
  const shown = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document.querySelector('main')
  const wrong = [...shown.querySelectorAll('[aria-invalid=true]')]
  const said = (field) => (field.getAttribute('aria-describedby') ?? '').split(' ')
    .filter((id) => id.endsWith('-error')).map((id) => document.getElementById(id)?.textContent ?? '').join()
  return {
    words: wrong.map(said),
    focused: wrong.indexOf(document.activeElement),
    bubbles: [...document.forms].filter((form) => !form.noValidate).length,
  }
})()`

/** One manner everywhere: words at the fields, the focus at the first, and nothing of the browser's own. */
async function expectRefused(page: Page, { sentence, words }: Form): Promise<void> {
  await expect
    .poll(() => page.evaluate(fieldErrors))
    .toEqual({ words, focused: words.length === 0 ? -1 : 0, bubbles: 0 })
  const alerts = page.getByRole('alert')
  await expect(alerts).toHaveText(sentence === undefined ? [] : [sentence])
  if (sentence !== undefined && (await page.getByRole('dialog').count()) > 0)
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(sentence)
}

test('every form says at its fields what is wrong, focuses the first, and leaves the browser’s bubbles out', async ({
  browser,
}) => {
  test.slow()
  const pages = await peopleWithDialogs(browser, { viewport: { width: 1280, height: 800 } })
  const dialogs = IN_DIALOGS.map(({ name }) => {
    const dialog = DIALOGS.find((each) => each.name === name)
    if (!dialog) throw new Error(`No dialog '${name}'`)
    return dialog
  })
  await walkDialogs(pages, dialogs, test.step, async (page, name) => {
    const form = IN_DIALOGS.find((each) => each.name === name)
    if (!form) throw new Error(`No form '${name}'`)
    const shown = page.getByRole('dialog').last()
    await shown.getByRole('button', { name: form.action, exact: true }).click()
    await expectRefused(page, form)
  })

  const { visitor, maya, vera } = pages
  await test.step('contact', async () => {
    await visitor.goto('/')
    await expect.poll(() => visitor.evaluate('document.forms[0].noValidate'), 'hydrated').toBe(true)
    const send = visitor.getByRole('button', { name: 'Send Message' })
    await send.click()
    const words = ['Name is required', 'Email is required', 'Tell Us About Your HOA is required']
    await expectRefused(visitor, { name: 'contact', words })
    await visitor.getByLabel('Name').fill('Ana')
    await visitor.getByLabel('Email').fill('ana')
    await visitor.getByLabel('Tell Us About Your HOA').fill('We are twelve.')
    await send.click()
    await expectRefused(visitor, { name: 'contact', words: ['Email must look like ana@example.com'] })
  })
  await test.step('sign-in', async () => {
    await visitor.goto('/login')
    const signIn = visitor.getByRole('button', { name: 'Sign In', exact: true })
    await signIn.click()
    await expectRefused(visitor, { name: 'sign-in', words: ['Email is required'] })
    await visitor.getByLabel('Email').fill('ana@example.com')
    await signIn.click()
    await expectRefused(visitor, { name: 'sign-in', words: ['Password is required'] })
    await visitor.getByRole('button', { name: 'Forgot password?' }).click()
    await visitor.getByLabel('Email').fill('')
    await visitor.getByRole('button', { name: 'Send the link' }).click()
    await expectRefused(visitor, { name: 'forgotten', words: ['Email is required'] })
  })
  await test.step('transfer details', async () => {
    const { ada } = pages
    await ada.goto('/admin/settings')
    await ada.getByLabel('Name, bank and account').fill('')
    await ada.getByRole('button', { name: 'Save Details' }).click()
    await expectRefused(ada, { name: 'transfer details', words: ['Transfer details is required'] })
  })
  await test.step('settings', async () => {
    for (const [page, path] of [
      [maya, '/home/settings'],
      [vera, '/vendor/profile'],
    ] as const) {
      await page.goto(path)
      await page.getByLabel('First Name').fill('')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expectRefused(page, { name: path, words: ['First Name is required'] })
      await page.getByLabel('First Name').fill('Somebody')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect(page.getByRole('button', { name: /^Save/ })).toBeDisabled()
      await page.getByLabel('New Password', { exact: true }).fill('long enough')
      await page.getByRole('button', { name: 'Update Password' }).click()
      await expectRefused(page, {
        name: 'password',
        sentence: 'New passwords do not match',
        words: ['Confirm New Password is required'],
      })
    }
  })
})
