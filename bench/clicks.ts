import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { freePort, startPortal, untilServing } from '../test/portal-process.ts'
import { CHROMIUM } from './lighthouse.ts'
import { median } from './measure.ts'
import { measure, open, type Round, type Took } from './slow-phone.ts'

const ROUNDS = 5
const TARGET_MS = 100

/** The services with quotes in each captain's building; each is accepted once. */
const TO_ACCEPT = {
  'maya@larkspur.example': 'Snow Removal',
  'otto@unionbay.example': 'Gutter Cleaning',
  'grace@alki.example': 'Snow Removal',
  'carmen@wintergreen.example': 'Tree Care',
  'ivy@galer.example': 'Common Area Cleaning',
}
const TABS = ['Needs Quote', 'Submitted', 'Accepted', 'Lost', 'All Jobs']

/** Response times in the demo city on a phone with a quarter of this machine's speed: median and worst. */
export async function clicks(): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stoop-bench-clicks-'))
  chmodSync(dataDir, 0o711)
  const port = await freePort()
  const portal = startPortal({ dataDir, port, command: 'demo' })
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    await untilServing(portal, port)
    return await measureAll(browser, `http://127.0.0.1:${port}`)
  } finally {
    await browser.close()
    portal.child.kill('SIGTERM')
    await portal.ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measureAll(browser: Browser, origin: string): Promise<string[]> {
  const lines: string[] = []
  const add = async (name: string, page: Page, round: (index: number) => Round) => {
    const took: Took[] = []
    for (let index = 0; index < ROUNDS; index += 1) took.push(await measure(page, round(index)))
    lines.push(line(name, took))
  }

  const visitor = await open(browser, origin, '/login')
  await add('typing an e-mail address', visitor, (index) => ({
    act: () => visitor.getByLabel('Email').press('a'),
    selector: `input[type=email][value="${'a'.repeat(index + 1)}"]`,
  }))
  await visitor.context().close()

  const captain = await open(browser, origin, '/home/services', 'maya@larkspur.example')
  const tap = (name: string | RegExp) => captain.getByRole('button', { name }).first().tap()
  const back = () => captain.keyboard.press('Escape')
  const opens = (name: string, button: string | RegExp, words: string) =>
    add(name, captain, () => ({ act: () => tap(button), selector: '[role=dialog]', words, back }))
  await captain.getByRole('button', { name: /^Window Washing/ }).waitFor()
  await add('opening the menu', captain, () => ({
    act: () => tap('Menu'),
    selector: 'nav[aria-label=Menu]',
    back,
  }))
  await opens('opening Add Service', '+ Add Service', 'Add Service')
  await opens('opening a service', /^Window Washing/, 'Requested')
  await tap('+ Add Service')
  await tap(/^Tree Care/)
  await add('typing a description', captain, (index) => ({
    act: () => captain.getByLabel('Service Description').press('a'),
    selector: '[role=dialog]',
    words: `${index + 1}/200 characters`,
  }))
  await captain.goto('/home/building')
  await opens('asking before accepting', 'Accept Pia Sorensen', 'Accept this user')
  await add('starting to rename', captain, () => ({
    act: () => tap(/^Rename /),
    selector: 'input[aria-label="Document name"]',
    back,
  }))
  await captain.context().close()

  const vendor = await open(browser, origin, '/vendor/quotes', 'hilltop@vendors.example')
  await vendor.getByRole('article').first().waitFor()
  await add('switching the tab of quotes', vendor, (index) => ({
    act: () => vendor.getByRole('tab', { name: TABS[index] }).tap(),
    selector: '[role=tab][aria-selected=true]',
    words: TABS[index],
  }))
  await vendor.context().close()

  const accepted: Took[] = []
  for (const [person, service] of Object.entries(TO_ACCEPT)) {
    const page = await open(browser, origin, '/home/services', person)
    const button = (name: RegExp) => page.getByRole('button', { name }).first()
    await button(new RegExp(`^${service}`)).tap()
    await button(/^View Quotes/).tap()
    const act = () => button(/^Accept Quote/).tap()
    accepted.push(await measure(page, { act, selector: '[data-chosen]', words: 'Accepted' }))
    await page.context().close()
  }
  return [...lines, line('accepting a quote', accepted)]
}

function line(name: string, took: Took[]): string {
  const told = (values: number[]) =>
    `${median(values).toFixed(0)} ms (worst ${Math.max(...values).toFixed(0)})`
  const [frame, answer] = [took.map((each) => each.frame), took.map((each) => each.answer)].map(told)
  return `${name.padEnd(28)} next frame ${frame}, answer ${answer} of ${TARGET_MS} ms`
}
