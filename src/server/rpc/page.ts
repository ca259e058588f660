import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { getSessionCookie } from 'better-auth/cookies'
import type { Context } from 'hono'
import { clocksAround, keepClocks } from '../../domain/clocks.ts'
import {
  type PortalSettings,
  PUBLIC_PAGES,
  SETTINGS_META,
  SHELLS,
  SLOTS,
} from '../../domain/portal-settings.ts'
import type { Config } from '../config.ts'
import { COOKIE_PREFIX } from '../session/auth.ts'

const PAGES = 'dist/pages'
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

type EncodedPage = { built: number; etag: string; plain: Buffer; br: Buffer; gzip: Buffer }

/**
 * The HTML pages of the web application, with the operator's settings filled in. Without a session cookie a public path
 * gets its prerendered page; every other request gets the shell of its screen.
 * [V1.2.1] [V1.2.3] [V14.3.1]
 */
export function createPage(config: Config) {
  const fill = createFill(config)
  const known = new Map<string, EncodedPage>()

  async function read(name: string): Promise<EncodedPage> {
    const file = `${PAGES}/${name}.html`
    const built = (await stat(file)).mtimeMs
    const before = known.get(name)
    if (before?.built === built) return before
    const plain = Buffer.from(fill(await readFile(file, 'utf8')))
    const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`
    const page = { built, etag, plain, br: brotliCompressSync(plain, QUALITY), gzip: gzipSync(plain) }
    known.set(name, page)
    return page
  }

  return async (context: Context) => {
    const { headers } = context.req.raw
    const visitor = getSessionCookie(headers, { cookiePrefix: COOKIE_PREFIX }) === null
    const page = await read((visitor ? publicNames : shellNames).get(context.req.path) ?? 'app')
    const accepted = headers.get('accept-encoding') ?? ''
    const encoding = (['br', 'gzip'] as const).find((each) => new RegExp(`\\b${each}\\b`).test(accepted))
    const responseHeaders = {
      'content-type': 'text/html; charset=utf-8',
      // The next person at this browser must not go back to a signed-in page.
      'cache-control': visitor ? 'no-cache' : 'no-store',
      vary: 'Cookie, Accept-Encoding',
      etag: page.etag,
    }
    if (visitor && headers.get('if-none-match') === page.etag) return context.body(null, 304, responseHeaders)
    if (!encoding) return context.body(new Uint8Array(page.plain), 200, responseHeaders)
    return context.body(new Uint8Array(page[encoding]), 200, {
      ...responseHeaders,
      'content-encoding': encoding,
    })
  }
}

const publicNames = new Map<string, string>(
  Object.entries(PUBLIC_PAGES).map(([name, { path }]) => [path, name]),
)

const shellNames = new Map<string, string>(Object.entries(SHELLS).map(([name, path]) => [path, name]))

function createFill({ cityName, timeZone, imagesUrl, mapsKey, publicUrl, stripe }: Config) {
  const clocks = clocksAround(new Date(), timeZone)
  keepClocks(timeZone, clocks)
  const settings: PortalSettings = {
    city_name: cityName,
    time_zone: timeZone,
    clocks,
    images_url: imagesUrl,
    maps_key: mapsKey ?? null,
    takes_payments: stripe !== null,
  }
  const meta = `<meta name="${SETTINGS_META}" content="`
  const images = imagesUrl.startsWith('/') ? `${publicUrl}${imagesUrl}` : imagesUrl
  const values: [string, string][] = [
    [`${meta}"`, `${meta}${escaped(JSON.stringify(settings))}"`],
    [SLOTS.images_url, escaped(imagesUrl)],
    [SLOTS.public_url, escaped(publicUrl)],
    [SLOTS.preview_url, escaped(`${images}/Services.jpg`)],
  ]
  return (html: string) => values.reduce((text, [slot, value]) => text.replaceAll(slot, () => value), html)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
