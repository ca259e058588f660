import { type Browser, expect, type Locator } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { arriveAsAdmin, arriveBySigningIn, arriveWithNeighbor, call } from './arrive.ts'
import { holdVote, inAWeek, memberId, voteAt } from './held-votes.ts'
import { test } from './journey.ts'
import { fill, openBrowser, picture, said } from './people.ts'

// Voting as voters see it: Product 4.4. How a vote is run: voting.spec.ts.

const ROOF = 'Shall we renew the roof?'

/** A captain, and a neighbor with a unit of their own. */
async function neighbors(browser: Browser) {
  const { maya, ned, neighbor } = await arriveWithNeighbor(browser)
  const id = await memberId(maya, neighbor.email)
  await call(maya, 'members.setTies', { id, holds: [{ unit: '4D', tie: 'owner' }] })
  return { maya, ned, neighbor }
}

/** Counts what a person taps. */
function tapping() {
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.click()
  }
  return { tap, count: () => taps }
}

test('an owner votes in three taps at 375 px, and changes the ballot until the vote closes', async ({
  browser,
}, info) => {
  const { maya, ned } = await neighbors(browser)
  await holdVote(maya, ROOF, { details: 'For $84,000, from the reserve.' })
  if (info.project.name === 'desk') await ned.setViewportSize({ width: 375, height: 812 })
  await ned.goto('/home/voting')
  await expect(ned.getByRole('heading', { level: 1, name: 'Voting' })).toBeVisible()
  await expect(ned.getByText('Vote on the questions that your building decides together.')).toBeVisible()
  const card = ned.getByRole('article').filter({ hasText: ROOF })
  await expect(card).toContainText('Your vote is missing. 0 of 2 units have voted.')
  await expectAccessible(ned)
  await picture(ned, info, 'voting')

  const { tap, count } = tapping()
  await tap(card.getByRole('link', { name: 'Vote' }))
  await tap(ned.getByRole('radio', { name: 'Yes' }))
  await tap(ned.getByRole('button', { name: 'Cast Ballot' }))
  await expect(said(ned, 'The ballot of unit 4D was cast.')).toBeVisible()
  expect(count()).toBeLessThanOrEqual(3)
  await expect(ned.getByText('1 of 2 units have voted')).toBeVisible()
  await expect(said(ned, 'Cast: Yes. It can be changed until the vote closes.')).toBeVisible()
  await expectAccessible(ned)
  await picture(ned, info, 'open-ballot')

  await ned.getByRole('radio', { name: 'No', exact: true }).click()
  await ned.getByRole('button', { name: 'Change Ballot' }).click()
  await expect(said(ned, 'Cast: No.')).toBeVisible()
  // Nobody sees before the end how others voted, or how it stands.
  await expect(ned.getByRole('heading', { name: 'Result' })).toHaveCount(0)
  await maya.goto('/home/voting')
  await expect(maya.getByRole('article').filter({ hasText: ROOF })).toContainText('1 of 2 units have voted.')
})

test('a secret ballot is sent without a session, in three taps; its receipt changes it elsewhere', async ({
  browser,
}, info) => {
  const { maya, ned, neighbor } = await neighbors(browser)
  const id = await holdVote(maya, 'Shall dogs be allowed?', { is_secret: true })
  if (info.project.name === 'desk') await ned.setViewportSize({ width: 375, height: 812 })
  await ned.goto('/home/voting')
  const sending = ned.waitForRequest('**/ballots')
  const { tap, count } = tapping()
  await tap(ned.getByRole('article').getByRole('link', { name: 'Vote' }))
  await tap(ned.getByRole('radio', { name: 'Yes' }))
  await tap(ned.getByRole('button', { name: 'Cast Ballot' }))
  await expect(ned.getByText('The ballot is in the box.')).toBeVisible()
  expect(count()).toBeLessThanOrEqual(3)
  const request = await sending
  const headers = await request.allHeaders()
  expect([headers.cookie, headers.referer]).toEqual([undefined, undefined])
  expect(Object.keys(request.postDataJSON()).sort()).toEqual(['choice', 'signature', 'token', 'vote'])
  await expectAccessible(ned)
  await picture(ned, info, 'secret-ballot')

  // Nothing of the choice stays in the browser, and the receipt is there after a reload.
  const receipt = await ned.locator('code').innerText()
  await ned.reload()
  await expect(ned.locator('code')).toHaveText(receipt)
  await expect(ned.getByRole('radio', { checked: true })).toHaveCount(0)

  // On another device only the receipt changes it.
  const phone = await openBrowser(browser)
  await arriveBySigningIn(phone, neighbor)
  await phone.goto(voteAt(id))
  await expect(phone.getByText('A ballot of this unit was begun on another device.')).toBeVisible()
  await phone.getByRole('button', { name: 'Use Receipt' }).click()
  await expect(phone.getByText('A receipt has 43 letters and digits, - and _')).toBeVisible()
  await fill(phone, { Receipt: receipt })
  await phone.getByRole('button', { name: 'Use Receipt' }).click()
  await phone.getByRole('radio', { name: 'No', exact: true }).click()
  await phone.getByRole('button', { name: 'Change Ballot' }).click()
  await expect(said(phone, 'The ballot of unit 4D was cast.')).toBeVisible()
  await expect(phone.getByText('1 of 2 units have voted')).toBeVisible()
})

test('somebody votes as proxy, until the owner votes after all', async ({ browser }, info) => {
  const { maya, ned } = await neighbors(browser)
  const id = await holdVote(maya, ROOF)
  await maya.goto(voteAt(id))
  await maya.getByRole('button', { name: 'Let somebody vote for me' }).click()
  await maya.getByRole('combobox', { name: 'Who votes for you' }).click()
  await maya.getByRole('option', { name: 'Ned Rivera' }).click()
  await maya.getByRole('button', { name: 'Give Proxy' }).click()
  await expect(said(maya, 'Ned Rivera may vote for your unit.')).toBeVisible()

  await ned.goto(voteAt(id))
  const entrusted = ned.getByRole('region', { name: 'As proxy for unit 4C' })
  await entrusted.getByRole('radio', { name: 'Yes' }).click()
  await entrusted.getByRole('button', { name: 'Cast Ballot' }).click()
  await expect(said(entrusted, 'Cast: Yes')).toBeVisible()
  await expectAccessible(ned)
  await picture(ned, info, 'proxy')

  const own = maya.getByRole('region', { name: 'Your ballot for unit 4C' })
  await expect(said(own, 'Cast: Yes')).toBeVisible()
  await own.getByRole('radio', { name: 'No', exact: true }).click()
  await own.getByRole('button', { name: 'Change Ballot' }).click()
  await expect(said(own, 'Cast: No.')).toBeVisible()
  await expect(own.getByText('Ned Rivera may vote for this unit.')).toHaveCount(0)
  await expect(entrusted).toHaveCount(0)
})

test('an admin drafts a vote for a building, which its captain schedules', async ({ browser }) => {
  const { maya, neighbor } = await neighbors(browser)
  const ada = await openBrowser(browser)
  await arriveAsAdmin(ada)
  await ada.goto('/admin/voting')
  await ada.getByRole('button', { name: 'New Vote' }).click()
  const dialog = ada.getByRole('dialog', { name: 'New Vote' })
  await dialog.getByRole('combobox', { name: 'Building' }).fill(neighbor.address)
  await dialog.getByRole('option', { name: neighbor.address }).click()
  await fill(dialog, { Question: ROOF, Closes: inAWeek() })
  await dialog.getByRole('button', { name: 'Save Draft' }).click()
  await expect(said(ada, 'Draft saved')).toBeVisible()
  await expect(ada.getByRole('heading', { level: 1, name: ROOF })).toBeVisible()

  await maya.goto('/home/voting')
  await maya.getByRole('link', { name: 'See the draft' }).click()
  await maya.getByRole('button', { name: 'Schedule Vote' }).click()
  await maya.getByRole('dialog').getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(maya.getByText('0 of 2 units have voted')).toBeVisible()
  await expect(ada.getByText('0 of 2 units have voted')).toBeVisible()
})
