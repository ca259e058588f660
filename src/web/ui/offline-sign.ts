let sign: HTMLElement | undefined

/** Says on every page that the network is gone, until it is back. A page that is still to be loaded waits for it. */
export function watchNetwork(): void {
  const show = () => {
    if (navigator.onLine) {
      sign?.remove()
      sign = undefined
    } else if (!sign) {
      sign = document.createElement('div')
      sign.className = 'offline-sign'
      sign.role = 'status'
      document.body.append(sign)
      sign.textContent = 'You are offline. Pages load once the network is back.'
    }
  }
  for (const event of ['online', 'offline']) addEventListener(event, show)
  show()
}
