import { expect, type Locator, type Page } from '@playwright/test'
import { type Kind, type Look, look, remember, whyUnseen } from './keyboard-focus.ts'

// Replaces the mouse in a journey by the keyboard: Tab to the element, arrow keys inside one Tab stop (tabs, radio
// buttons, menus, lists), then Enter or Space.

const ARROWS: Partial<Record<Kind, [string, string]>> = {
  tab: ['ArrowRight', 'ArrowLeft'],
  radio: ['ArrowDown', 'ArrowUp'],
  menuitem: ['ArrowDown', 'ArrowUp'],
  option: ['ArrowDown', 'ArrowUp'],
}

/** Tab goes through day, month and year, or hour and minute. */
const inParts = ({ kind }: Look) => kind === 'date' || kind === 'time'

/** Moves the focus to an element by Tab and arrow keys; fails when they do not lead there. */
async function reach(target: Locator): Promise<Look> {
  const { keyboard } = target.page()
  await expect(target).toBeVisible()
  await expect(target).toBeEnabled()
  await expect
    .poll(async () => (await look(target)).outsideDialog, {
      message: `focus goes into the dialog of ${target}`,
    })
    .toBe(false)
  await expect
    .poll(
      async () => {
        const { lost, lastAct } = await look(target)
        return lost ? `lost after ${lastAct}` : 'somewhere'
      },
      { message: `the focus is somewhere on the page before going on to ${target}`, timeout: 3000 },
    )
    .toBe('somewhere')
  let now = await look(target, true)
  const stops = [now.at]
  const back = !now.ahead && !now.lost
  while (!now.reached && !now.near) {
    await keyboard.press(back ? 'Shift+Tab' : 'Tab')
    // After a Tab out of a date field the dialog checks whether the focus stayed inside; no person is faster than
    // that.
    await target.evaluate(
      (element) => element.closest('[role=dialog]') && new Promise((done) => setTimeout(done)),
    )
    now = await look(target)
    if (now.round)
      throw new Error(`Tab does not lead to ${now.name}. It went: ${stops.join(' → ')} → ${now.at}`)
    stops.push(now.at)
  }
  if (inParts(now) && back) {
    // It was entered from behind, at its last part: enter it again from the front.
    while ((await look(target)).reached) await keyboard.press('Shift+Tab')
    await keyboard.press('Tab')
  }
  for (let steps = 0; !now.reached; steps += 1) {
    const keys = ARROWS[now.kind]
    if (!keys || steps > 50) throw new Error(`The arrow keys do not lead from ${now.at} to ${now.name}`)
    await keyboard.press(keys[now.ahead ? 0 : 1])
    now = await look(target)
  }
  await expect(async () => {
    if (!inParts(now) && (await whyUnseen(target)).startsWith('out of the window')) {
      // What appeared above it meanwhile pushed it out of the window: leave it and come back, and it scrolls into sight.
      await keyboard.press('Shift+Tab')
      await keyboard.press('Tab')
    }
    expect(await whyUnseen(target), `${now.name} shows that it has the focus`).toBe('')
  }).toPass({ timeout: 20_000 })
  return now
}

/** Presses the key that activates an element, once it has the focus. */
async function press(target: Locator, ...keys: string[]): Promise<void> {
  await remember(target)
  for (const key of keys) await target.page().keyboard.press(key)
}

async function click(this: Locator): Promise<void> {
  const now = await reach(this)
  const { kind, selected, checked } = now
  if (kind === 'text' || kind === 'select' || inParts(now)) return
  if ((kind === 'tab' && selected) || (kind === 'radio' && checked)) return
  await press(this, kind === 'checkbox' || kind === 'radio' ? 'Space' : 'Enter')
}

async function dblclick(this: Locator): Promise<void> {
  await reach(this)
  await press(this, 'Enter', 'Enter')
}

async function setChecked(this: Locator, wanted: boolean): Promise<void> {
  if ((await this.isChecked()) !== wanted) {
    const { checked } = await reach(this)
    if (checked !== wanted) await press(this, 'Space')
  }
  await expect(this).toBeChecked({ checked: wanted })
}

/** Types a date or time of day as a person in the US would. */
function asTyped(value: string): string {
  const [hour = 0, minute = ''] = value.split(':')
  if (minute) return `${String(+hour % 12 || 12).padStart(2, '0')}${minute}${+hour < 12 ? 'AM' : 'PM'}`
  const [year = '', month = '', day = ''] = value.split('-')
  return `${month}${day}${year}`
}

async function fill(this: Locator, value: string): Promise<void> {
  const { keyboard } = this.page()
  if (inParts(await reach(this))) {
    if (value) await keyboard.type(asTyped(value))
    else
      for (const key of ['Delete', 'ArrowRight', 'Delete', 'ArrowRight', 'Delete']) await keyboard.press(key)
    await expect(this).toHaveValue(value)
    return
  }
  await keyboard.press('ControlOrMeta+a')
  if (value) await keyboard.insertText(value)
  else await keyboard.press('Delete')
}

async function selectOption(this: Locator, option: string | { label: string }): Promise<string[]> {
  const label = typeof option === 'string' ? option : option.label
  await reach(this)
  // What was typed in the second before would count as its beginning.
  await expect(async () => {
    await this.page().keyboard.type(label)
    await expect(this.locator('option:checked')).toHaveText(label, { timeout: 500 })
  }).toPass({ intervals: [1100], timeout: 10_000 })
  return [await this.inputValue()]
}

const hands = {
  click,
  dblclick,
  setChecked,
  fill,
  selectOption,
  check(this: Locator) {
    return setChecked.call(this, true)
  },
  uncheck(this: Locator) {
    return setChecked.call(this, false)
  },
  async focus(this: Locator) {
    await reach(this)
  },
  async hover(this: Locator) {
    await reach(this)
  },
  async press(this: Locator, key: string) {
    await reach(this)
    await press(this, key)
  },
  async pressSequentially(this: Locator, text: string) {
    await reach(this)
    await this.page().keyboard.press('End')
    await this.page().keyboard.type(text)
  },
}

/** From now on this process uses the keyboard alone, until the returned function is called. */
export function workByKeyboard(page: Page): () => void {
  const prototype = Object.getPrototypeOf(page.locator('body'))
  const names = Object.keys(hands)
  const mouse = Object.fromEntries(names.map((name) => [name, prototype[name]]))
  Object.assign(prototype, hands)
  return () => Object.assign(prototype, mouse)
}
