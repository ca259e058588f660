import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { LandingPage } from '../../features/landing/landing-page.tsx'
import { Theme } from '../theme.tsx'
import { renderPages } from './render.tsx'

let pages: Record<string, string>

beforeAll(async () => {
  pages = await renderPages()
})

/** What a page says, without its tags. */
const said = (page = '') =>
  page
    .replaceAll(/<style[\s\S]*?<\/style>|<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')

const links = (page = '') =>
  [...page.matchAll(/<a[^>]* href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(
    ([, to, inside]) => `${said(inside).trim()} ${to}`,
  )

describe('the landing page', () => {
  test('leads signed-out visitors to Join and Sign In [2.shell.3] [2.landing.3]', () => {
    expect(links(pages.landing)).toEqual(expect.arrayContaining(['Join /signup', 'Sign In /login']))
    expect(links(pages.landing)).toContain('Get Started /signup')
    expect(said(pages.landing)).not.toContain('Access Member Portal')
  })

  test('shows signed-in visitors the one way to their portal [2.landing.2]', () => {
    const landing = createElement(LandingPage, { signedIn: true })
    const page = renderToStaticMarkup(createElement(Theme, null, landing))
    const hero = page.slice(0, page.indexOf('our-services'))
    expect(links(hero)).toEqual(['Access Member Portal /dashboard'])
  })

  test('has a headline, the tagline, and the three blocks of services [1.tagline] [1.headline] [1.vendors] [1.advanced] [1.transparency] [2.landing.1] [2.landing.4-6]', () => {
    const text = said(pages.landing)
    for (const part of [
      'Love your HOA',
      'A new kind of HOA service, with more value, clarity and community.',
      'Our Services',
      'Choice of vendors',
      'Landscaping, snow removal, maintenance, repairs.',
      'Advanced services',
      'Taking out the trash, accepting deliveries, keeping the spare keys',
      'A transparent budget',
      'Every member sees the budget, the spending and the upcoming projects, in real time.',
      'two founders and their dog, Goose',
      'Get in Touch',
    ]) {
      expect(text).toContain(part)
    }
    expect(pages.landing).toContain('id="contact-section"')
  })

  test('shows the four pictures [2.landing.10]', () => {
    for (const picture of ['Services.jpg', 'AdvancedServices.jpg', 'transparency.jpg', 'goose.jpg'])
      expect(pages.landing).toContain(`src="__images_url__/${picture}"`)
  })

  test('has the contact form: name, email, what the HOA is like, and Send Message [2.landing.7-9] [9.layout.1]', () => {
    const page = pages.landing ?? ''
    const form = page.slice(page.indexOf('<form'), page.indexOf('</form>'))
    expect(form).toMatch(/<input[^>]*placeholder="Your name"/)
    expect(form).toMatch(/<input[^>]*placeholder="Your email address"/)
    expect(form).toMatch(/<input[^>]*type="email"/)
    expect(form).toMatch(/<textarea[^>]*rows="4"/)
    expect(form.match(/ required=""/g)).toHaveLength(3)
    const text = said(form)
    for (const label of ['Name', 'Email', 'Tell Us About Your HOA', 'Send Message'])
      expect(text).toContain(label)
  })
})

test('the login page has its text, its fields and the way to sign up [2.login.1] [2.login.4]', () => {
  const text = said(pages.login)
  for (const part of ['Welcome Back', 'Sign in to access your member portal', 'Email', 'Password', 'Sign In'])
    expect(text).toContain(part)
  expect(links(pages.login)).toContain('Sign up /signup')
})

test('a password is masked, and browsers and password managers may fill it in and paste it [V6.2.6] [V6.2.7]', () => {
  const password = pages.login?.match(/<input[^>]*type="password"[^>]*>/g) ?? []
  expect(password).toHaveLength(1)
  expect(password[0]).toMatch(/autocomplete="current-password"/i)
  expect(password[0]).not.toMatch(/onpaste|readonly/i)
  expect(pages.login).toMatch(/<input[^>]*autocomplete="username"/i)
})

test('the sign-up chooser has two choices and the way to sign in [2.signup.1-3]', () => {
  const text = said(pages.signup)
  for (const part of ['Vendor', 'I provide services to HOAs', 'Homeowner', 'I own a home in an HOA'])
    expect(text).toContain(part)
  expect(links(pages.signup)).toContain('Sign in /login')
})
