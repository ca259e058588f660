import { describe, expect, test } from 'vitest'
import { composeExample, type Example, exampleWith, MAILED } from '../../../test/mails.ts'
import type { EventKind } from '../../domain/events.ts'
import { LIMITS } from '../../domain/limits.ts'
import { MAX_PRICE } from '../../domain/money.ts'
import type { Quoted } from '../features/quotes/mail.ts'

const example = {
  first_name: 'Maya',
  subject_id: null,
  person: 'Pia <b>Sorensen</b>\nBcc: all@example.com',
  unit_number: '4 & 5',
  address: '1431 Minor Ave',
  token: 'a-token',
  to_vendor: false,
  to_crew: false,
  to_subject: true,
  read: {
    service: 'Landscaping',
    company_name: 'Curb <b>& Corner</b>\r\nBcc: all@example.com',
    per_visit_price: 123_450,
    agreed_price: 123_450,
    once_price: 0,
    decision_reason: null,
    was_lowest: null,
    request: {
      description: 'Front & back, <em>please</em>.',
      scope: [{ key: 'walks', label: 'Walks', answer: ['120'], unit: 'ft', tasks: [] }],
      required_every_weeks: 4,
      preferred_start_date: '2026-11-20',
      until_ended: false,
      preferred_end_date: '2027-02-12',
      quotes_by: '2026-11-27',
      decide_by: '2026-12-04',
      vendors_asked: 3,
      closed_reason: 'We sold the lawn.',
    },
  },
  data: {
    name: 'Ned Berg',
    reason: 'You live elsewhere',
    email: 'ned@example.com',
    was: 'active',
    left: 9,
    per_visit_price: 123_450,
    service: 'Snow <i>Removal</i>',
    company_name: 'Curb & Corner',
    scheduled_date: '2026-11-25',
    scheduled_time: '13:30:00',
    earlier_date: '2026-11-24',
    earlier_time: '09:00:00',
    changed_by: 'vendor',
    change_reason: 'The <script>truck</script> broke down.\nSorry & see you soon!',
  },
} satisfies Example & { read: Quoted }

test('user input is escaped in the HTML, and on one line in the subject [4.mail.15] [V1.2.1]', () => {
  const mail = composeExample('member_joined', example)
  expect(mail.subject).toBe('Pia <b>Sorensen</b> Bcc: all@example.com asks to join 1431 Minor Ave')
  expect(mail.html).not.toContain('<b>')
  expect(mail.html).toContain('Pia &lt;b&gt;Sorensen&lt;/b&gt;')
  expect(mail.html).toContain('unit 4 &amp; 5')
  expect(mail.html).toContain('<a href="https://stoop.example/home/building"')
  expect(mail.text).toContain('See who is waiting:\nhttps://stoop.example/home/building')
  expect(mail.text).toMatch(/^Hello Maya,\n\nPia <b>/)
})

test.each(['visit_missed', 'claim_counted'] as const)('%s leads each side to its own visits', (kind) => {
  const sides = [true, false].map(
    (to_vendor) => composeExample(kind, { ...exampleWith(kind, 'Maya'), to_vendor }).text,
  )
  expect(sides[0]).toContain('https://stoop.example/vendor/appointments')
  expect(sides[1]).toContain('https://stoop.example/home/services')
})

test.each([
  'chargeback_lost',
  'payment_taken_back',
] as const)('%s says what is open now, and asks the payer alone to pay it [Product 3.3]', (kind) => {
  const textTo = (to_vendor: boolean, open: number) => {
    const { data, ...event } = exampleWith(kind, 'Maya')
    const mail = composeExample(kind, { ...event, to_vendor, data: { ...Object(data), open } })
    return mail.text.replace(/\s+/g, ' ')
  }
  expect(textTo(false, 41_67)).toContain('$41.67 is open now. The building pays it')
  expect(textTo(true, 41_67)).toContain('$41.67 is open now.')
  expect(textTo(true, 41_67)).not.toContain('The building pays')
  expect(textTo(false, 0)).toContain('Nothing of it is open.')
})

test('who goes to a visit, and did not suggest its time, is told without ‘as you suggested’', () => {
  const subjectTo = (to_vendor: boolean, to_crew: boolean) =>
    composeExample('time_accepted', { ...exampleWith('time_accepted', 'Maya'), to_vendor, to_crew }).subject
  expect(subjectTo(true, false)).toMatch(/, as you suggested$/)
  expect([subjectTo(true, true), subjectTo(false, false)].join()).not.toContain('suggested')
})

test('every template writes its mail', () => {
  for (const kind of MAILED)
    expect(composeExample(kind, exampleWith(kind, '<b>Maya</b> & Co.')).subject).not.toBe('')
})

test('a mail about a changed visit tells the other side when, who and why, with the reason escaped [4.visit.10]', () => {
  const moved = composeExample('visit_moved', example)
  expect(moved.subject).toBe('Snow <i>Removal</i> visit moved to Wed, Nov 25 at 1:30 PM')
  expect(moved.text.replace(/\s+/g, ' ')).toContain(
    'Curb & Corner moved the Snow <i>Removal</i> visit at 1431 Minor Ave from Tue, Nov 24 at 9:00 AM to Wed, Nov 25 at 1:30 PM.',
  )
  expect(moved.html).toContain('Their reason: The &lt;script&gt;truck&lt;/script&gt; broke down.')
  expect(moved.html).not.toContain('<script>')
  expect(moved.html).toContain('href="https://stoop.example/home/services"')

  const data = {
    ...Object(example.data),
    changed_by: 'captain',
    earlier_date: undefined,
    earlier_time: undefined,
  }
  const cancelled = composeExample('visit_cancelled', { ...example, data, to_vendor: true })
  expect(cancelled.subject).toBe('Snow <i>Removal</i> visit on Wed, Nov 25 at 1:30 PM cancelled')
  expect(cancelled.text).toContain('The HOA representative of 1431 Minor Ave cancelled')
  expect(cancelled.html).toContain('href="https://stoop.example/vendor/appointments"')
})

test('a link has its token behind a #, and the notice to the old address has no token [4.mail.7] [4.mail.8] [V1.2.2]', () => {
  const mail = (kind: EventKind, token: string | null) => composeExample(kind, { ...example, token })
  const reset = mail('password_reset_requested', 'a-token')
  expect(reset.subject).toBe('Choose a new password')
  expect(reset.text).toContain('Choose a new password:\nhttps://stoop.example/reset-password#a-token\n')
  expect(reset.html).toContain('href="https://stoop.example/reset-password#a-token"')
  const confirm = mail('email_change_requested', 'a-token')
  expect(confirm.text).toContain('Confirm this address:\nhttps://stoop.example/confirm-email#a-token\n')
  const notice = mail('email_change_requested', null)
  expect(notice.subject).toBe('Your e-mail address is about to change')
  expect(notice.text).toContain('https://stoop.example/login\n')
  expect(notice.text).not.toContain('#')
})

describe('mails about quotes', () => {
  const write = (kind: EventKind, change: Partial<Example> = {}) => {
    const { text, ...mail } = composeExample(kind, { ...example, ...change })
    return { ...mail, text: text.replace(/\s+/g, ' ') }
  }

  test('the request says what is wanted, when and by whom, and links to the vendor’s quotes', () => {
    const { subject, text, html } = write('quote_requested')
    expect(subject).toBe('New quote request: Landscaping at 1431 Minor Ave')
    expect(text).toContain(
      '1431 Minor Ave asks for your price per visit for Landscaping, every 4 weeks from Fri, Nov 20 to Fri, Feb 12, 2027. They write: Front & back, <em>please</em>.',
    )
    expect(html).toContain('They write: Front &amp; back, &lt;em&gt;please&lt;/em&gt;.')
    expect(html).not.toContain('<em>')
    expect(html).toContain('href="https://stoop.example/vendor/quotes"')
  })

  test.each([
    [{ preferred_start_date: null }, 'Landscaping.'],
    [{ required_every_weeks: null, preferred_end_date: null }, 'Landscaping, once, on Fri, Nov 20.'],
    [
      { required_every_weeks: 1, preferred_end_date: null },
      'Landscaping, every week from Fri, Nov 20. Quotes are',
    ],
  ])('the request states the schedule %j', (change, words) => {
    const { read: quote } = example
    const request = { ...quote.request, description: null, scope: [], quotes_by: null, ...change }
    const { text } = write('quote_requested', { read: { ...quote, request } })
    expect(text).toContain(`asks for your price per visit for ${words}`)
    expect(text).not.toContain('They write')
  })

  test('the price is stated with its company, escaped, and links to the building’s services', () => {
    const { subject, html } = write('quote_submitted')
    expect(subject).toBe(
      'New quote for Landscaping: $1,234.50 per visit from Curb <b>& Corner</b> Bcc: all@example.com',
    )
    expect(html).toContain('Curb &lt;b&gt;&amp; Corner&lt;/b&gt;')
    expect(html).not.toContain('<b>')
    expect(html).toContain('href="https://stoop.example/home/services"')
  })

  test('an accepted quote links to the vendor’s visits, a declined one to its quotes', () => {
    const accepted = write('quote_accepted')
    expect(accepted.subject).toBe('Your quote for Landscaping at 1431 Minor Ave was accepted')
    expect(accepted.html).toContain('href="https://stoop.example/vendor/appointments"')
    const lost = write('quote_declined')
    expect(lost.subject).toBe('Your quote for Landscaping at 1431 Minor Ave was not chosen')
    expect(lost.text).toContain('chosen another company for Landscaping. Your quote of $1,234.50')
    expect(lost.html).toContain('href="https://stoop.example/vendor/quotes"')
  })
})

test('the mail about a removal says who removed the person, and links to the sign-in [4.mail.5]', () => {
  const { subject, text, html } = composeExample('member_removed', example)
  expect(subject).toBe('You no longer have access to 1431 Minor Ave')
  expect(text.replace(/\s+/g, ' ')).toContain(
    "The HOA representative of 1431 Minor Ave has removed you from the building's portal.",
  )
  expect(html).toContain('href="https://stoop.example/login"')
})

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
}

test.each(MAILED)('the text and the HTML of %s say the same [4.mail.15]', (kind) => {
  const { subject, text, html } = composeExample(kind, exampleWith(kind, '<b>Maya</b> & "Co."\r\nBcc: all'))
  const body = html
    .replace(/<div style="display:none[^>]*>.*?<\/div>/s, '')
    .replace(/^.*<\/h1>/s, '')
    .replace(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/s, '$2: $1')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|amp|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
  const words = (part: string) => part.replace(/\s+/g, ' ').trim()
  expect(words(body)).toBe(words(text))
  expect(html).toContain(`<meta charset="utf-8">`)
  expect(subject).not.toMatch(/[\r\n]/)
})

test('the longest names are complete in the mail, and cut in the subject [4.mail.15]', () => {
  const quote = {
    service: 'S'.repeat(100),
    company_name: '🌳'.repeat(LIMITS.company),
    per_visit_price: MAX_PRICE,
    request: example.read.request,
  }
  const long = { ...example, read: quote, address: 'P'.repeat(LIMITS.address) }
  const { subject, text, html } = composeExample('quote_submitted', long)
  expect([...subject]).toHaveLength(150)
  expect(subject).toMatch(/per visit from 🌳+…$/u)
  for (const part of [text, html]) {
    expect(part).toContain('🌳'.repeat(LIMITS.company))
    expect(part).toContain('P'.repeat(LIMITS.address))
    expect(part).toContain('$1,000,000.00')
  }
})
