import type { Locator } from '@playwright/test'

// The position of the focus, relative to the element that a journey wants to use.

export type Kind =
  | 'tab'
  | 'radio'
  | 'menuitem'
  | 'option'
  | 'checkbox'
  | 'select'
  | 'date'
  | 'time'
  | 'text'
  | 'other'

export type Look = {
  kind: Kind
  name: string
  /** The focused element. */
  at: string
  reached: boolean
  /** The focus is in the same tabs, radio buttons, menu or list, so arrow keys move on. */
  near: boolean
  ahead: boolean
  /** The focus has not moved since the call with `fresh`. */
  round: boolean
  /** The focus is lost, although something was pressed on this page. */
  lost: boolean
  lastAct: string
  outsideDialog: boolean
  checked: boolean
  selected: boolean
}

export function look(target: Locator, fresh = false): Promise<Look> {
  return target.evaluate(
    (named, isFresh): Look => {
      // Words in the head of something that opens are not focused, their head is.
      const element = named.closest('summary') ?? named
      const page = element.ownerDocument
      const memory = page.defaultView
      const active = page.activeElement ?? page.body
      const role = element.getAttribute('role')
      const kindOf = () => {
        if (['tab', 'menuitem', 'option'].includes(role)) return role
        if (element.matches('select')) return 'select'
        if (!element.matches('input, textarea')) return 'other'
        return ['radio', 'checkbox', 'date', 'time'].includes(element.type) ? element.type : 'text'
      }
      const kind = kindOf()
      // The group that is one Tab stop together with the element.
      const stops = {
        tab: () => element.closest('[role=tablist]').querySelectorAll('[role=tab]'),
        menuitem: () => page.querySelectorAll('[role=menu], [role=menuitem]'),
        option: () => page.querySelectorAll(`[aria-controls="${element.closest('[role=listbox]').id}"]`),
        radio: () => page.querySelectorAll(`input[type=radio][name="${element.name}"]`),
      }
      const group = kind in stops ? [...stops[kind as keyof typeof stops]()] : [element]
      const option = page.getElementById(active.getAttribute('aria-activedescendant'))
      const dialog = (group[0] ?? element).closest('[role=dialog], [role=alertdialog]')
      const nameOf = (thing: typeof element) => {
        if (thing === page.body) return 'the page'
        const words = thing.getAttribute('aria-label') || thing.labels?.[0]?.innerText || thing.innerText
        return `${thing.localName} “${(words || thing.id || '').replace(/\s+/g, ' ').slice(0, 50)}”`
      }
      if (isFresh) memory.stopsOfTab = new Map()
      const times = memory.stopsOfTab?.get(active) ?? 0
      memory.stopsOfTab?.set(active, times + 1)
      // From where the focus was lost, Tab comes to the end of the page, and begins again.
      const partsOfIt =
        active === page.body ? 2 : active.matches('input[type=date], input[type=time]') ? 6 : 1
      const follows = (option ?? active).compareDocumentPosition(element) & 4
      return {
        kind,
        name: nameOf(element),
        at: nameOf(option ?? active),
        reached: active === element || option === element,
        near: group.includes(active),
        ahead: follows !== 0 || (kind === 'option' && !option),
        round: times >= partsOfIt,
        lost: active === page.body && memory.lastAct?.path === page.location.pathname,
        lastAct: memory.lastAct?.name ?? '',
        outsideDialog: Boolean(dialog) && !dialog.contains(active),
        checked: Boolean(element.checked),
        selected: element.getAttribute('aria-selected') === 'true',
      }
    },
    fresh,
    { timeout: 20_000 },
  )
}

/** Records what is about to be pressed, and where: afterwards the focus must not be lost on the same page. */
export function remember(target: Locator): Promise<void> {
  return target.evaluate((element) => {
    const page = element.ownerDocument
    const name = element.getAttribute('aria-label') || element.innerText || element.id
    const memory = page.defaultView
    memory.lastAct = { name, path: page.location.pathname }
    // Another screen starts again, also after a return to this one.
    const forget = () => {
      memory.lastAct = undefined
    }
    memory.addEventListener('pagehide', forget, { once: true })
    memory.navigation.addEventListener('currententrychange', forget, { once: true })
  })
}

/** Why the focus on the element would be invisible; undefined when it is visible. */
export function whyUnseen(target: Locator): Promise<string> {
  return target.evaluate((element) => {
    const page = element.ownerDocument
    if (element !== page.activeElement) return '' // an option of a list whose field has the focus
    if (!element.matches(':focus-visible')) return 'no sign of the focus'
    const box = element.getClientRects()[0]
    if (!box) return 'it is not drawn'
    const top = page.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    const parts = [element, ...(element.labels ?? [])]
    if (parts.some((part) => part.contains(top))) return ''
    if (top) return `hidden beneath ${top.outerHTML.slice(0, 200)}`
    const { innerWidth, innerHeight, scrollY } = page.defaultView
    const at = `${Math.round(box.x)}, ${Math.round(box.y)} of ${innerWidth} × ${innerHeight}`
    return `out of the window: at ${at}, scrolled by ${Math.round(scrollY)}`
  })
}
