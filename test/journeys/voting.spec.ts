import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { pdfText } from '../pdf-text.ts'
import { pdf } from '../sample-files.ts'
import { expectAccessible } from './accessible.ts'
import { arriveWithNeighbor, call } from './arrive.ts'
import {
  A_RUN,
  comeToEnd,
  comeToOpening,
  holdVote,
  inAWeek,
  memberId,
  tomorrow,
  unitsOnPage,
  voteAt,
} from './held-votes.ts'
import { test } from './journey.ts'
import { fill, picture, said } from './people.ts'

// How a vote is run, until its result stands: Product 4.4. How people vote: vote.spec.ts.

test('a captain runs an election from the draft to the certified result', async ({ browser }, info) => {
  test.slow()
  const { maya, ned } = await arriveWithNeighbor(browser)
  await maya.goto('/home/voting')
  await maya.getByRole('button', { name: 'New Vote' }).click()
  const dialog = maya.getByRole('dialog')
  await fill(dialog, { Question: 'Who shall be our treasurer?' })
  await dialog.getByLabel('Kind of vote').selectOption('Election')
  for (const [at, name] of ['Maya Rivera', 'Ned Rivera'].entries()) {
    await dialog.getByRole('button', { name: 'Add Candidate' }).click()
    await dialog.getByRole('combobox', { name: `Candidate ${at + 1}` }).click()
    await dialog.getByRole('option', { name }).click()
  }
  await fill(dialog, { Seats: '1', 'Quorum in percent': '50' })
  await dialog.getByRole('checkbox', { name: 'Opens once it is scheduled' }).uncheck()
  await fill(dialog, { Opens: tomorrow(), Closes: inAWeek() })
  await expectAccessible(maya)
  await picture(maya, info, 'draft-of-an-election')
  await dialog.getByRole('button', { name: 'Save Draft' }).click()
  await expect(said(maya, 'Draft saved')).toBeVisible()
  const files = maya.getByRole('region', { name: 'Files of this vote' })
  const plan = { name: 'Duties.pdf', mimeType: 'application/pdf', buffer: pdf() }
  await files.locator('input[type=file]').setInputFiles(plan)
  await expect(files.getByText('Duties.pdf')).toBeVisible()

  await maya.getByRole('button', { name: 'Schedule Vote' }).click()
  await maya.getByRole('dialog').getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(said(maya, 'The vote is scheduled.')).toBeVisible()
  await ned.goto('/home/voting')
  await ned.getByRole('link', { name: 'See the vote' }).click()
  await ned.getByRole('button', { name: 'I Stand' }).click()
  await expect(said(ned, 'You are on the ballot')).toBeVisible()
  await picture(ned, info, 'candidates')
  await maya.getByRole('button', { name: 'I Don’t Stand' }).click()
  await expect(maya.getByText('Maya Rivera: does not stand')).toBeVisible()

  const id = new URL(maya.url()).searchParams.get('id') ?? ''
  await comeToOpening(id)
  await expect(ned.getByRole('button', { name: 'Cast Ballot' })).toBeVisible({ timeout: A_RUN })
  await expect(ned.getByRole('radio')).toHaveCount(2) // Ned, and the abstention
  await ned.getByRole('radio', { name: 'Ned Rivera' }).click()
  await ned.getByRole('button', { name: 'Cast Ballot' }).click()
  await expect(said(ned, 'Cast: Ned Rivera.')).toBeVisible()
  await comeToEnd(id)

  const result = maya.getByRole('region', { name: 'Result' })
  await expect(result.getByRole('row').filter({ hasText: 'Ned Rivera' })).toContainText('Elected', {
    timeout: A_RUN,
  })
  await expect(result).toContainText('Not certified yet.')
  await maya.getByRole('button', { name: 'Certify Result' }).click()
  await maya.getByRole('dialog').getByRole('button', { name: 'Certify', exact: true }).click()
  await expect(result).toContainText('Certified by Maya Rivera.')
  await expectAccessible(maya)
  await picture(maya, info, 'certified-result')

  const saving = ned.waitForEvent('download')
  await ned.getByRole('link', { name: 'Download PDF' }).click()
  const certificate = await pdfText(await readFile(await (await saving).path()))
  for (const text of ['Who shall be our treasurer?', 'Ned Rivera', 'Certified by Maya Rivera'])
    expect(certificate).toContain(text)
  await maya.emulateMedia({ media: 'print' })
  await expect(result).toBeVisible()
  await expect(maya.getByRole('button', { name: 'Print' })).toBeHidden()
})

test('after a secret vote each receipt is published, and no choice', async ({ browser }, info) => {
  test.slow()
  const { maya, ned, neighbor } = await arriveWithNeighbor(browser)
  const person = await memberId(maya, neighbor.email)
  await call(maya, 'members.setTies', { id: person, holds: [{ unit: '4D', tie: 'owner' }] })
  const id = await holdVote(maya, 'Shall dogs be allowed?', { is_secret: true })
  for (const [page, choice] of [
    [maya, 'Yes'],
    [ned, 'No'],
  ] as const) {
    await page.goto(voteAt(id))
    await page.getByRole('radio', { name: choice, exact: true }).click()
    await page.getByRole('button', { name: 'Cast Ballot' }).click()
    await expect(page.getByText('The ballot is in the box.')).toBeVisible()
  }
  await comeToEnd(id)
  const receipts = ned.getByRole('region', { name: 'Receipts of the ballots that were counted' })
  await expect(receipts).toBeVisible({ timeout: A_RUN })
  await expect(said(receipts, 'Your ballot was counted: its receipt is in this list.')).toBeVisible()
  await expect(receipts.getByRole('list', { name: 'Hashes of receipts' }).getByRole('listitem')).toHaveCount(
    2,
  )
  await expectAccessible(ned)
  await picture(ned, info, 'receipts')
})

test('a paper ballot counts once another officer has confirmed it', async ({ browser }, info) => {
  const { maya, ned, neighbor } = await arriveWithNeighbor(browser)
  await call(maya, 'members.saveUnits', { units: [{ number: '12', weight: 1 }] })
  const person = await memberId(maya, neighbor.email)
  await call(maya, 'members.setOffices', { id: person, offices: ['secretary'] })
  const id = await holdVote(maya, 'Shall we renew the roof?')
  expect(await unitsOnPage(maya, id)).toHaveLength(1)
  await maya.goto(voteAt(id))
  await maya.getByRole('button', { name: 'Enter Paper Ballots' }).click()
  const dialog = maya.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Unit 1' }).click()
  await dialog.getByRole('option', { name: '12' }).click()
  await dialog.getByLabel('Ballot 1', { exact: true }).selectOption('Yes')
  await expectAccessible(maya)
  await picture(maya, info, 'paper-ballots')
  await dialog.getByRole('button', { name: 'Enter', exact: true }).click()
  await expect(said(maya, 'They count once another officer has confirmed them.')).toBeVisible()
  await expect(maya.getByText('Another officer confirms what you have entered.')).toBeVisible()
  await expect(maya.getByText('0 of 2 units have voted')).toBeVisible()

  await ned.goto(voteAt(id))
  const sheet = ned.getByRole('article', { name: 'Paper ballots of 12' })
  await expect(sheet).toContainText('Unit 12: Yes')
  await sheet.getByRole('button', { name: 'Confirm' }).click()
  await expect(sheet).toContainText('Confirmed by Ned Rivera.')
  await expect(maya.getByText('1 of 2 units have voted')).toBeVisible()
})
