import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { StartError } from './ops/start-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'stoop-config-'))
const SECRET = 'x'.repeat(32)

afterAll(() => rmSync(folder, { recursive: true }))

test('the defaults are a portal on this machine with a lasting secret', () => {
  const config = readConfig({ DATA_DIR: folder })
  expect(config).toEqual({
    adminsNeedFactor: false,
    port: 3000,
    host: '127.0.0.1',
    dataDir: folder,
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    publicUrl: 'http://127.0.0.1:3000',
    secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    smtpUrl: undefined,
    mailFrom: 'Stoop <no-reply@127.0.0.1>',
    mailbox: null,
    stripe: null,
    filesUrl: `file://${folder}/files`,
    buildingQuota: 2 * 1024 ** 3,
    diskReserve: 512 * 1024 ** 2,
    imagesUrl: '/images',
    mapsKey: undefined,
    cityName: 'Seattle',
    timeZone: 'America/Los_Angeles',
    processes: expect.toSatisfy((count) => count >= 1 && count <= availableParallelism()),
    logLevel: 'info',
    trustProxy: [],
  })
  expect(readConfig({ DATA_DIR: folder, PORT: '' }).secret).toBe(config.secret)
})

test('the public address is a base URL for links', () => {
  const at = (env: NodeJS.ProcessEnv) => readConfig({ SECRET, DATA_DIR: folder, ...env }).publicUrl
  expect(at({ PUBLIC_URL: 'https://portal.example.com/' })).toBe('https://portal.example.com')
  expect(at({ HOST: '0.0.0.0', PORT: '80' })).toBe('http://localhost:80')
  expect(at({ HOST: '::1' })).toBe('http://[::1]:3000')
})

test('Stripe takes a key and the secret of its webhook, or neither [Product 3.3]', () => {
  const key = { STRIPE_SECRET_KEY: 'sk_test_abcdefghij' }
  const own = { SECRET, DATA_DIR: folder, ...key }
  expect(() => readConfig(own)).toThrow('belong together')
  const secrets = { STRIPE_WEBHOOK_SECRET: 'whsec_one,whsec_two' }
  const stripe = { secretKey: 'sk_test_abcdefghij', webhookSecrets: ['whsec_one', 'whsec_two'] }
  expect(readConfig({ ...own, ...secrets }).stripe).toEqual({ ...stripe, apiUrl: undefined })
  expect(() => readConfig({ ...own, STRIPE_WEBHOOK_SECRET: 'secret' })).toThrow('whsec_')
  expect(() => readConfig({ ...own, ...secrets, STRIPE_SECRET_KEY: 'pk_test_abcdefghij' })).toThrow(
    'secret key',
  )
})

test('space is in megabytes, or has its unit', () => {
  const inBytes = (text: string) =>
    readConfig({ SECRET, DATA_DIR: folder, BUILDING_QUOTA: text, DISK_RESERVE: text })
  for (const [text, bytes] of [
    ['0', 0],
    ['300', 300 * 1024 ** 2],
    ['300MB', 300 * 1024 ** 2],
    ['1.5 gb', 1.5 * 1024 ** 3],
    ['2 TB', 2 * 1024 ** 4],
  ] as const)
    expect(inBytes(text)).toMatchObject({ buildingQuota: bytes, diskReserve: bytes })
})

describe('an invalid value is rejected with a message that names it', () => {
  test.each([
    { PORT: 'x' },
    { PORT: '0' },
    { PORT: '65536' },
    { PORT: '80.5' },
    { HOST: 'two words' },
    { DATABASE_URL: 'mysql://localhost/stoop' },
    { DATABASE_DIRECT_URL: 'db.example.com:5432' },
    { PUBLIC_URL: 'portal.example.com' },
    { PUBLIC_URL: 'https://portal.example.com/path' },
    { SECRET: 'short' },
    { SMTP_URL: 'https://mail.example.com' },
    { MAIL_FROM: 'nobody' },
    { MAIL_FROM: 'a@example.com\nBcc: b@example.com' },
    { FILES_URL: '/srv/files' },
    { FILES_URL: 'file://server/files' },
    { FILES_URL: 'file:./files' },
    { FILES_URL: 's3:bucket' },
    { FILES_URL: 's3://bucket?endpoint=localhost:9000' },
    { BUILDING_QUOTA: 'plenty' },
    { BUILDING_QUOTA: '2 kB' },
    { DISK_RESERVE: '-1' },
    { IMAGES_URL: 'images' },
    { MAPS_KEY: 'two words' },
    { CITY_NAME: ' ' },
    { TIME_ZONE: 'Pacific' },
    { TIME_ZONE: '-08:00' },
    { LOG_LEVEL: 'loud' },
    { THREADS: '0' },
    { THREADS: '1.5' },
    { THREADS: '17' },
  ])('%o', (env) => {
    const [name] = Object.keys(env)
    expect(() => readConfig({ SECRET, DATA_DIR: folder, ...env })).toThrow(
      expect.objectContaining({
        name: 'StartError',
        message: expect.stringMatching(new RegExp(`^${name} must be [^\n]+\\.$`)),
      }),
    )
  })

  test('DATABASE_DIRECT_URL without DATABASE_URL', () => {
    const DATABASE_DIRECT_URL = 'postgres://db.example.com/stoop'
    expect(() => readConfig({ SECRET, DATABASE_DIRECT_URL })).toThrow('set both, or neither')
  })

  test('a missing secret beside DATABASE_URL, and a damaged one', () => {
    expect(() => readConfig({ DATABASE_URL: 'postgres://db.example.com/stoop' })).toThrow(StartError)
    writeFileSync(join(folder, 'secret'), 'half')
    expect(() => readConfig({ DATA_DIR: folder })).toThrow('is damaged: remove the file')
  })
})
