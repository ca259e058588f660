import { type Download, expect, type Locator, type Page } from '@playwright/test'
import { docx, jpg, pdf } from '../sample-files.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsCaptain } from './arrive.ts'
import { breaking, silence } from './intercept.ts'
import { test } from './journey.ts'
import { home, openBrowser, picture, said, signIn, signUpResident, unique } from './people.ts'

const documents = (page: Page) => page.getByRole('region', { name: 'Building Documents' })
const row = (page: Page, name: string) => documents(page).getByRole('row').filter({ hasText: name })
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })

/** Chooses files by mouse or keyboard. */
async function choose(page: Page, ...files: ReturnType<typeof file>[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await documents(page).getByRole('button', { name: 'Upload Document' }).click()
  await (await choosing).setFiles(files)
}

/** Drags files in from the desktop. */
async function drop(zone: Locator, names: string[], content: Buffer): Promise<void> {
  const script = `(() => {
      const transfer = new DataTransfer()
      for (const name of ${JSON.stringify(names)}) {
        const bytes = Uint8Array.fromBase64('${content.toString('base64')}')
        transfer.items.add(new File([bytes], name, { type: 'application/pdf' }))
      }
      return transfer
    })()`
  const dataTransfer = await zone.page().evaluateHandle(script)
  await zone.dispatchEvent('dragenter', { dataTransfer })
  await zone.dispatchEvent('drop', { dataTransfer })
}

test('a captain manages the building’s documents, and the neighbors read them', async ({ browser }, info) => {
  test.slow() // axe checks each state
  const [maya, ned] = await Promise.all([openBrowser(browser), openBrowser(browser)])
  const address = home(unique('no'))
  const emails = { maya: `${unique('maya')}@example.com`, ned: `${unique('ned')}@example.com` }
  await arriveAsCaptain(maya, 'Maya', emails.maya, address)
  await signUpResident(ned, 'Ned', emails.ned, address)
  await expect(ned.getByRole('dialog')).toBeHidden()

  await test.step('the description has the building’s address and the number of occupied units [2.building.8] [8.empty.4]', async () => {
    const mend = await breaking(maya, 'buildings.mine')
    await maya.goto('/home/building')
    const description = maya.getByRole('region', { name: 'Building Description' })
    await expect(said(description, `Failed to load building data: ${silence}`)).toBeVisible()
    await mend()
    await description.getByRole('button', { name: 'Try again' }).click()
    await expect(description.getByText(address['Street Address'])).toBeVisible()
    await expect(description.locator('dl')).toHaveText(/Total Units\s*24\s*Occupied Units\s*2$/)
    // Queries of one batch may fail together.
    await maya.reload()
    await expect(documents(maya).getByText('No documents uploaded yet')).toBeVisible()
    await maya.getByRole('button', { name: 'Accept Ned Rivera' }).click()
    await maya.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(said(maya, 'User accepted successfully')).toBeVisible()
    await expectAccessible(maya)
    await picture(maya, info, 'documents-empty')
  })

  await test.step('a document is uploaded, and appears on a neighbor’s open page [2.building.10-12] [2.building.17] [2.building.18] [8.success.14]', async () => {
    await signIn(ned, emails.ned)
    await ned.goto('/home/building')
    await expect(documents(ned).getByText('No documents uploaded yet')).toBeVisible()
    await expectAccessible(ned)
    await choose(maya, file('House Rules 2027.pdf', pdf('House Rules', 2_411_724)))
    await expect(said(maya, 'Document uploaded successfully')).toBeVisible()
    await expect(row(ned, 'House Rules 2027.pdf')).toBeVisible({ timeout: 2000 })
    for (const text of ['PDF', '2.3 MB', 'Maya Rivera'])
      await expect(row(ned, 'House Rules')).toContainText(text)
    await expect(documents(maya).getByText('2.3 MB of 2 GB used')).toBeVisible()
    await expect(documents(ned).getByText('GB used')).toHaveCount(0)
    await expect(ned.getByRole('button', { name: /Rename|Upload/ })).toHaveCount(0)
    await expectAccessible(ned)
    await picture(ned, info, 'documents-neighbor')
  })

  await test.step('several files are uploaded in turn with their progress; one can be cancelled [2.building.19] [V1.2.2]', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await maya.route('**/api/documents?*', async (route) => {
      await held
      await route.continue()
    })
    await choose(
      maya,
      file('Minutes of May.docx', docx()),
      file('Roof & Gutter #2?.jpg', jpg),
      file('Not this one.pdf', pdf()),
    )
    const uploads = maya.getByRole('list', { name: 'Uploads' })
    await expect(uploads.getByRole('listitem')).toHaveCount(3)
    const progress = uploads.getByRole('progressbar', { name: 'Uploading Minutes of May.docx' })
    await expect(progress).toHaveAttribute('aria-valuetext', /%$|Checking/)
    await expect(uploads.getByText('Waiting')).toHaveCount(2)
    await expectAccessible(maya)
    await picture(maya, info, 'documents-uploading')
    await uploads.getByRole('button', { name: 'Cancel the upload of Not this one.pdf' }).click()
    release()
    await expect(row(maya, 'Roof & Gutter #2?.jpg')).toContainText('Image')
    await expect(row(maya, 'Minutes of May.docx')).toContainText('Document')
    await expect(uploads).toHaveCount(0)
    await expect(row(maya, 'Not this one')).toHaveCount(0)
    await maya.unroute('**/api/documents?*')
  })

  await test.step('files can be dropped [2.building.19] [5.document.9]', async () => {
    const limits = 'PDF, DOC, DOCX, XLS, XLSX, JPG, JPEG or PNG, up to 10 MB each'
    const zone = documents(maya).getByText(limits, { exact: true })
    await expect(zone).toBeVisible()
    const names = ['Dropped one.pdf', 'Dropped two.pdf']
    // Only a mouse can drop files: without one, several files are chosen at once.
    if (info.project.name !== 'keyboard') await drop(zone, names, pdf())
    else await choose(maya, ...names.map((name) => file(name, pdf())))
    await expect(row(maya, 'Dropped one.pdf')).toBeVisible()
    await expect(row(maya, 'Dropped two.pdf')).toBeVisible()
  })

  await test.step('a refused or failed upload says why and stays visible [8.building.8] [9.document.6]', async () => {
    const upload = async (name: string, content: Buffer, reason: string) => {
      await choose(maya, file(name, content))
      await expect(said(maya, `Failed to upload document: ${reason}`).last()).toBeVisible()
      await expect(maya.getByRole('listitem').filter({ hasText: name })).toContainText(reason)
    }
    await upload('Too large.pdf', pdf('Large', 10 * 1024 * 1024 + 1), 'the file is larger than 10 MB')
    await upload('Page.pdf', Buffer.from('<script>alert(1)</script>'), 'this type of file is not accepted')
    await upload('Program.pdf.exe', pdf(), 'this type of file is not accepted')
    const mend = await breaking(maya, 'documents')
    await upload('Away.pdf', pdf(), silence)
    await mend()
    await expectAccessible(maya)
    await picture(maya, info, 'documents-refused')
    const dismiss = maya.getByRole('button', { name: /^Dismiss .*\.(pdf|exe)$/ })
    for (let left = 4; left > 0; left -= 1) {
      await expect(dismiss).toHaveCount(left)
      await dismiss.first().click()
    }
    await expect(row(maya, 'Too large')).toHaveCount(0)
  })

  await test.step('a document is renamed in place, by keyboard: Enter saves, Escape does not [2.building.14-16] [5.document.7] [8.building.3] [8.building.6] [8.success.13]', async () => {
    const rename = (name: string) => maya.getByRole('button', { name: `Rename ${name}` })
    const field = maya.getByRole('textbox', { name: 'Document name' })
    const columns = () =>
      maya.evaluate(
        `[...document.querySelectorAll('th[scope=col]')].map((each) => each.getBoundingClientRect().left)`,
      )
    const before = await columns()
    await rename('Minutes of May.docx').press('Enter')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('Minutes of May.docx')
    expect(await columns(), 'no column shifts').toEqual(before)
    await expectAccessible(maya)
    await picture(maya, info, 'documents-rename')
    await maya.keyboard.type('Something else')
    await field.press('Escape')
    await expect(rename('Minutes of May.docx')).toBeFocused()

    await maya.keyboard.press('Enter')
    await field.fill('  ')
    await field.press('Enter')
    await expect(said(maya, 'Document name cannot be empty')).toBeVisible()
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(maya)
    await field.fill('M')
    await expect(field, 'the error goes while it is mended').not.toHaveAttribute('aria-invalid')

    const mend = await breaking(maya, 'documents.rename')
    await field.fill('Minutes of June')
    await field.press('Enter')
    await expect(said(maya, `Failed to rename document: ${silence}`)).toBeVisible()
    await mend()
    await expect(field).toBeFocused()
    await field.press('Enter')
    await expect(said(maya, 'Document renamed successfully')).toBeVisible()
    await expect(rename('Minutes of June.docx')).toBeFocused()
    await expect(row(ned, 'Minutes of June.docx')).toBeVisible({ timeout: 2000 })
  })

  await test.step('a document opens in a new tab, by a link that needs no session [2.building.13] [8.building.7]', async () => {
    // Waits for the request: a Chromium without a PDF viewer never finishes the navigation.
    const [tab, asked] = await Promise.all([
      ned.waitForEvent('popup'),
      ned
        .context()
        .waitForEvent('request', (request) => new URL(request.url()).pathname.startsWith('/files/')),
      ned.getByRole('button', { name: 'View House Rules 2027.pdf' }).click(),
    ])
    expect(asked.frame().page() === tab && asked.isNavigationRequest()).toBe(true)
    const stranger = await browser.newContext()
    const answer = await stranger.request.get(asked.url())
    const { 'content-type': type, 'content-disposition': shown } = answer.headers()
    expect([answer.status(), type, shown?.split(';')[0]]).toEqual([200, 'application/pdf', 'inline'])
    await tab.close()

    // Listens from the start, because the file may arrive immediately.
    const saved = new Promise<Download>((resolve) => {
      ned.once('popup', (opened) => opened.once('download', resolve))
    })
    const [saving] = await Promise.all([
      ned.waitForEvent('popup'),
      ned.getByRole('button', { name: 'View Minutes of June.docx' }).click(),
    ])
    const download = await saved
    expect(download.suggestedFilename()).toBe('Minutes of June.docx')
    await expect(saving.getByText('Your browser saves Minutes of June.docx.')).toBeVisible()
    await saving.close()

    const mend = await breaking(ned, 'documents.link')
    const [failing] = await Promise.all([
      ned.waitForEvent('popup'),
      ned.getByRole('button', { name: 'View Roof & Gutter #2?.jpg' }).click(),
    ])
    await expect(said(ned, `Failed to open document: ${silence}`)).toBeVisible()
    await expect.poll(() => failing.isClosed()).toBe(true)
    await mend()
    await picture(maya, info, 'documents')
  })
})

test('documents are searched, replaced, deleted and restored from the bin', async ({ browser }, info) => {
  test.slow() // axe checks each state
  const [maya, ned] = await Promise.all([openBrowser(browser), openBrowser(browser)])
  const address = home(unique('no'))
  const email = `${unique('ned')}@example.com`
  await arriveAsCaptain(maya, 'Maya', `${unique('maya')}@example.com`, address)
  await signUpResident(ned, 'Ned', email, address)
  await expect(ned.getByRole('dialog')).toBeHidden()
  await maya.goto('/home/building')
  await maya.getByRole('button', { name: 'Accept Ned Rivera' }).click()
  await maya.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(said(maya, 'User accepted successfully')).toBeVisible()
  await signIn(ned, email)
  const add = async (name: string) => {
    await maya.request.post(`/api/documents?name=${encodeURIComponent(name)}`, { data: pdf(name) })
    await expect(row(maya, name)).toBeVisible()
  }
  for (const name of ['Bylaws.pdf', 'Budget 2026.pdf', 'House Rules.pdf']) await add(name)
  const names = (page: Page) => documents(page).getByRole('rowheader')
  const field = (page: Page) => documents(page).getByRole('searchbox', { name: 'Search documents' })
  const act = async (name: string, action: string) => {
    await documents(maya)
      .getByRole('button', { name: `Actions for ${name}` })
      .click()
    await expect(maya.getByRole('menuitem', { name: 'Replace' })).toBeFocused()
    await maya.getByRole('menuitem', { name: action }).click()
  }

  await test.step('a search is kept in the address, over a reload and for others', async () => {
    await ned.goto('/home/building')
    await field(ned).fill('budget 20')
    await expect(names(ned)).toHaveText(['Budget 2026.pdf'])
    await expect(documents(ned).getByRole('status').filter({ hasText: '1 document found' })).toBeVisible()
    await expect(ned).toHaveURL(/documents=budget\+20/)
    await ned.reload()
    await expect(field(ned)).toHaveValue('budget 20')
    await expect(names(ned)).toHaveText(['Budget 2026.pdf'])
    await expectAccessible(ned)
    await picture(ned, info, 'documents-found')
    await field(ned).fill('roof')
    await expect(documents(ned).getByText('No document has that in its name.')).toBeVisible()
    await field(ned).fill('')
    await expect(names(ned)).toHaveCount(3)
    await expect(ned).not.toHaveURL(/documents=/)
    await expect(documents(ned).getByRole('button', { name: /Actions|Bin/ })).toHaveCount(0)
  })

  await test.step('a file takes the place of a document, which goes to the bin', async () => {
    const choosing = maya.waitForEvent('filechooser')
    await act('Budget 2026.pdf', 'Replace')
    await (await choosing).setFiles(file('Budget 2027.pdf', pdf('2027')))
    await expect(said(maya, 'Document replaced. The earlier one is in the bin for 30 days.')).toBeVisible()
    const order = ['House Rules.pdf', 'Budget 2027.pdf', 'Bylaws.pdf']
    await expect(names(maya)).toHaveText(order)
    await expect(names(ned)).toHaveText(order, { timeout: 2000 })
    await expect(documents(maya).getByRole('button', { name: 'Bin (1)' })).toBeVisible()
    await expect(documents(maya).getByText('of it in the bin')).toBeVisible()
  })

  await test.step('a deleted document leaves the list at once, after a question', async () => {
    await act('Bylaws.pdf', 'Delete')
    const dialog = maya.getByRole('dialog', { name: 'Delete Bylaws.pdf' })
    await expect(dialog).toContainText('It moves to the bin, where it can be restored for 30 days.')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(said(maya, 'Document moved to the bin')).toBeVisible()
    await expect(row(ned, 'Bylaws.pdf')).toHaveCount(0, { timeout: 2000 })
    await expectAccessible(maya)
    await picture(maya, info, 'documents-with-bin')
  })

  const bin = maya.getByRole('dialog', { name: 'Bin' })
  await test.step('the bin says who deleted what, and restores it', async () => {
    await documents(maya).getByRole('button', { name: 'Bin (2)' }).click()
    const deleted = bin.getByRole('listitem')
    await expect(deleted).toHaveText([/^Bylaws\.pdf/, /^Budget 2026\.pdf/])
    await expect(deleted.first()).toContainText(/Deleted by Maya Rivera on \w+ \d+.* · 30 days left/)
    await expectAccessible(maya)
    await picture(maya, info, 'documents-bin')
    await bin.getByRole('button', { name: 'Restore Bylaws.pdf' }).click()
    await expect(said(maya, 'Document restored')).toBeVisible()
    await expect(deleted).toHaveCount(1)
    await expect(names(ned)).toHaveText(['House Rules.pdf', 'Budget 2027.pdf', 'Bylaws.pdf'], {
      timeout: 2000,
    })
  })

  await test.step('the bin is emptied after it was said what that does', async () => {
    await bin.getByRole('button', { name: 'Empty Bin' }).click()
    const question = bin.getByText(
      /^The document in the bin \(.*\) will be deleted for good\. This can’t be undone\.$/,
    )
    await expect(question).toBeVisible()
    await bin.getByRole('button', { name: 'Keep them' }).click()
    await expect(question).toBeHidden()
    await bin.getByRole('button', { name: 'Empty Bin' }).click()
    await bin.getByRole('button', { name: 'Delete for good' }).click()
    await expect(said(maya, 'Bin emptied')).toBeVisible()
    await expect(bin.getByText('The bin is empty.')).toBeVisible()
    await maya.keyboard.press('Escape')
    await expect(documents(maya).getByRole('button', { name: 'Bin', exact: true })).toBeFocused()
    await expect(names(maya)).toHaveCount(3)
  })
})
