let sign: HTMLElement | undefined

/** A browser may be told to stop loading a page, which no event tells. */
const STOPPED_MS = 30_000

/** Shows that the next page is on its way while the old one stands. Its style waits a moment, so that fast pages show none. */
export function showNavigation(): void {
  if (sign) return
  sign = document.createElement('div')
  sign.className = 'navigation-sign'
  sign.role = 'progressbar'
  sign.ariaLabel = 'Loading the page'
  document.body.append(sign)
}

export function hideNavigation(): void {
  sign?.remove()
  sign = undefined
}

/** Links that load a whole page: those of the public pages, and all until the router is there. */
export function watchLinks(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link?.href || link.target || link.hasAttribute('download')) return
    const to = new URL(link.href)
    const here = window.location
    const samePage = to.pathname === here.pathname && to.search === here.search
    if (to.origin !== here.origin || samePage) return
    showNavigation()
    window.setTimeout(hideNavigation, STOPPED_MS)
  })
  // Back to this page as it was left.
  window.addEventListener('pageshow', ({ persisted }) => persisted && hideNavigation())
}
