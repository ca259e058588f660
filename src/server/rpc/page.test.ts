import { Hono } from 'hono'
import { describe, expect, test, vi } from 'vitest'
import { today } from '../../domain/calendar.ts'
import { readConfig } from '../config.ts'
import { createPage } from './page.ts'

const settings = { SECRET: 's'.repeat(32), PUBLIC_URL: 'https://stoop.example.com' }
const signedIn = { cookie: 'a=b; __Secure-stoop.session_token=x.y' }

function serve(more: Record<string, string> = {}) {
  const app = new Hono().get('*', createPage(readConfig({ ...settings, ...more })))
  return (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })
}

describe('the page at a path', () => {
  test('is prerendered at public paths without a session cookie, and the shell elsewhere', async () => {
    const get = serve()
    const isPublic = async (path: string, headers?: Record<string, string>) =>
      (await (await get(path, headers)).text()).includes('<link rel="canonical"')
    expect(await isPublic('/')).toBe(true)
    expect(await isPublic('/login?from=mail')).toBe(true)
    expect(await isPublic('/signup')).toBe(true)
    expect(await isPublic('/', { cookie: 'theme=dark' })).toBe(true)
    for (const path of ['/', '/login', '/signup']) expect(await isPublic(path, signedIn)).toBe(false)
    for (const path of ['/login/', '/landing', '/home/services', '/nowhere'])
      expect(await isPublic(path)).toBe(false)
  })

  test.each([
    ['/home/dashboard', 'Your building at a glance'],
    ['/vendor/dashboard', 'Vendor Dashboard'],
    ['/home/services', 'Loading'],
    ['/', 'Loading'],
  ])('at %s shows “%s” until the session is known, and no personal data', async (path, words) => {
    const page = await (await serve()(path, signedIn)).text()
    expect(page).toContain(words)
    expect(page.match(/<h1/g)?.length ?? 0).toBe(words === 'Loading' ? 0 : 1)
  })

  test('contains the portal’s public address and image URLs [7.storage.1]', async () => {
    const page = await (await serve()('/signup')).text()
    expect(page).toContain('<link rel="canonical" href="https://stoop.example.com/signup" />')
    expect(page).toContain('<meta property="og:url" content="https://stoop.example.com/signup" />')
    expect(page).toContain(
      '<meta property="og:image" content="https://stoop.example.com/images/Services.jpg" />',
    )
    const elsewhere = await (await serve({ IMAGES_URL: 'https://cdn.example.com/pictures/' })('/')).text()
    expect(elsewhere).toContain('src="https://cdn.example.com/pictures/goose.jpg"')
    expect(elsewhere).toContain('content="https://cdn.example.com/pictures/Services.jpg"')
    expect(elsewhere).not.toContain('__')
  })

  test('is compressed, revalidated, and never stored for a signed-in person [V14.3.1]', async () => {
    const get = serve()
    const plain = await (await get('/')).text()
    for (const encoding of ['br', 'gzip']) {
      const answer = await get('/', { 'accept-encoding': encoding })
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect((await answer.arrayBuffer()).byteLength).toBeLessThan(plain.length / 2)
    }
    const first = await get('/')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    expect(first.headers.get('vary')).toContain('Cookie')
    expect((await get('/', { 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(304)
    expect((await get('/', signedIn)).headers.get('cache-control')).toBe('no-store')
  })
})

test('creating a page caches the clock of the city, so the current date needs no Intl call', () => {
  const TIME_ZONE = 'Pacific/Chatham'
  createPage(readConfig({ ...settings, TIME_ZONE }))
  const formats = vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get')
  today(new Date(), TIME_ZONE)
  expect(formats).not.toHaveBeenCalled()
  today(new Date('2000-01-01'), TIME_ZONE)
  expect(formats).toHaveBeenCalled()
  formats.mockRestore()
})
