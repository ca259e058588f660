// Rules: [V3.4.2]

import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { type Config, httpsOnly } from '../config.ts'

// The hosts that the maps service's script loads code and suggestions from.
const MAPS = ['https://maps.googleapis.com', 'https://maps.gstatic.com']
const PLACES = 'https://places.googleapis.com'

/** The security headers of every response but a file's. */
export function securityHeaders(config: Config) {
  const { imagesUrl, mapsKey } = config
  const images = URL.canParse(imagesUrl) ? [new URL(imagesUrl).origin] : []
  const maps = mapsKey ? MAPS : []
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...maps],
      styleSrc: ["'self'", "'unsafe-inline'"], // the component library writes style elements
      imgSrc: ["'self'", 'data:', 'blob:', ...images, ...maps],
      ...(mapsKey ? { connectSrc: ["'self'", ...MAPS, PLACES] } : {}),
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'none'"], // forms submit by script; before it has loaded, none may put a password in a URL
      frameAncestors: ["'none'"],
    },
    strictTransportSecurity: httpsOnly(config),
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
  })
}

/** The headers of what must never act as a page of the portal, and whose address is told to nobody. */
export function isolated(config: Config, more = {}) {
  return secureHeaders({
    contentSecurityPolicy: { sandbox: [], defaultSrc: ["'none'"], ...more },
    strictTransportSecurity: httpsOnly(config),
  })
}

/** The security headers of every other response as values, for responses that bypass the routes. */
export async function readSecurityHeaders(config: Config): Promise<Record<string, string>> {
  const app = new Hono().get('/', securityHeaders(config), (context) => context.body(null))
  const { headers } = await app.request('/')
  return Object.fromEntries(headers)
}
