// Rules: [2.resident-signup.12] [7.storage.1] [V3.4.1]

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { PRODUCT } from '../domain/product.ts'
import { openDataFolder } from './ops/data-folder.ts'
import { folderError, StartError } from './ops/start-error.ts'
import { readStripe, STRIPE_ENVIRONMENT, type StripeSettings } from './payments/settings.ts'
import { parseProxies } from './rpc/client-address.ts'

const SECRET_LENGTH = 32
const MAX_PROCESSES = 16
const GB = 1e9
const memory = Math.min(totalmem(), process.constrainedMemory() || totalmem())
/** One per core and per GB of memory. More than four are idle next to their database. */
const DEFAULT_PROCESSES = Math.max(
  1,
  Math.min(availableParallelism(), Math.round(memory / GB), MAX_PROCESSES, 4),
)

/** The operator's settings; an empty value counts as unset. The messages complete '{name} must be …'. */
const Environment = z.object({
  PORT: z.coerce
    .number('a whole number from 1 to 65535')
    .int('a whole number from 1 to 65535')
    .min(1, 'a whole number from 1 to 65535')
    .max(65535, 'a whole number from 1 to 65535')
    .default(3000),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, 'an address of this machine, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  // The driver accepts more than a URL (no host, a socket's folder), so only the start is checked.
  DATABASE_URL: databaseAddress(),
  DATABASE_DIRECT_URL: databaseAddress(),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'an address without a path, such as https://portal.example.com')
    .transform((value) => value.replace(/\/$/, ''))
    .optional(),
  SECRET: z.string().min(SECRET_LENGTH, `at least ${SECRET_LENGTH} characters long`).optional(),
  SMTP_URL: url(
    ['smtp:', 'smtps:'],
    'an address such as smtp://user:password@mail.example.com:587',
  ).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@]+@[^\s@]+$/, `a sender such as ${PRODUCT} <portal@example.com>`)
    .optional(),
  MAILBOX_URL: url(
    ['imap:', 'imaps:'],
    'an address such as imaps://user:password@mail.example.com/INBOX',
  ).optional(),
  MAILBOX_ADDRESS: z
    .string()
    .regex(/^[^\s@+]{1,20}@[^\s@]{1,200}$/, 'the address of the mailbox, such as reply@portal.example.com')
    .optional(),
  ...STRIPE_ENVIRONMENT,
  FILES_URL: z
    .string()
    .refine(isFilesUrl, 'an address such as file:///srv/stoop/files or s3://bucket?region=us-west-2')
    .optional(),
  BUILDING_QUOTA: fileSpace('2 GB'),
  DISK_RESERVE: fileSpace('512 MB'),
  IMAGES_URL: z
    .string()
    .regex(/^(\/|https?:\/\/)\S*$/, 'a path or an address, such as /images or https://cdn.example.com/images')
    .transform((value) => value.replace(/\/+$/, ''))
    .default('/images'),
  MAPS_KEY: z.string().regex(/^\S+$/, 'the public key of the maps service, without spaces').optional(),
  CITY_NAME: z
    .string()
    .trim()
    .min(1, 'the name of a city')
    .max(100, 'at most 100 characters long')
    .default('Seattle'),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'a time zone such as America/Los_Angeles')
    .default('America/Los_Angeles'),
  TRUST_PROXY: z
    .string()
    .refine(
      (value) => parseProxies(value) !== undefined,
      'the addresses of your proxies, such as 127.0.0.1 or 10.0.0.0/8, with commas between them',
    )
    .optional(),
  METRICS_TOKEN: z.string().min(SECRET_LENGTH, `at least ${SECRET_LENGTH} characters long`).optional(),
  THREADS: z.coerce
    .number(`a whole number from 1 to ${MAX_PROCESSES}`)
    .int(`a whole number from 1 to ${MAX_PROCESSES}`)
    .min(1, `a whole number from 1 to ${MAX_PROCESSES}`)
    .max(MAX_PROCESSES, `a whole number from 1 to ${MAX_PROCESSES}`)
    .default(DEFAULT_PROCESSES),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'one of fatal, error, warn, info, debug, trace and silent',
    })
    .default('info'),
})

export type Config = {
  port: number
  host: string
  /** Absolute. */
  dataDir: string
  /** Undefined for the embedded database in the data folder. */
  databaseUrl: string | undefined
  /** Without a transaction pooler, for what needs its own session: migrations and LISTEN. */
  databaseDirectUrl: string | undefined
  /** The base URL of links in mails, without a trailing slash. */
  publicUrl: string
  /** Whether admins reach anything only with a second factor: under https, except in the demo. */
  adminsNeedFactor: boolean
  secret: string
  /** Undefined to write each mail to a file in the data folder. */
  smtpUrl: string | undefined
  mailFrom: string
  /** Takes answers to mails, which go to its address with a + and more before the @. Null: mails can't be answered. */
  mailbox: { url: string; address: string } | null
  stripe: StripeSettings
  filesUrl: string
  /** The space for the files of one building, in bytes. */
  buildingQuota: number
  /** Uploads end once a disk has less than this, in bytes. */
  diskReserve: number
  /** Without a trailing slash. */
  imagesUrl: string
  mapsKey: string | undefined
  cityName: string
  timeZone: string
  /** Addresses and ranges of the proxies whose X-Forwarded-For is trusted. */
  trustProxy: string[]
  /** Grants access to /metrics. Undefined: only programs on this machine, and only if the portal listens on loopback. */
  metricsToken: string | undefined
  /** How many processes serve requests. */
  processes: number
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

/** Parses the environment. Throws a StartError that names the first invalid value. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(set)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StartError(`${issue?.path.join('.')} must be ${issue?.message}.`)
  }
  const value = parsed.data
  if (value.DATABASE_DIRECT_URL && !value.DATABASE_URL) {
    throw new StartError('DATABASE_DIRECT_URL requires DATABASE_URL: set both, or neither.')
  }
  const { MAILBOX_URL, MAILBOX_ADDRESS } = value
  if ((MAILBOX_URL === undefined) !== (MAILBOX_ADDRESS === undefined)) {
    throw new StartError('MAILBOX_URL and MAILBOX_ADDRESS belong together: set both, or neither.')
  }
  const dataDir = resolve(value.DATA_DIR)
  const publicUrl = value.PUBLIC_URL ?? `http://${hostInUrl(value.HOST)}:${value.PORT}`
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir,
    databaseUrl: value.DATABASE_URL,
    databaseDirectUrl: value.DATABASE_DIRECT_URL,
    publicUrl,
    adminsNeedFactor: publicUrl.startsWith('https:'),
    secret: value.SECRET ?? readSecret(dataDir, value.DATABASE_URL),
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM ?? `${PRODUCT} <no-reply@${new URL(publicUrl).hostname}>`,
    mailbox: MAILBOX_URL && MAILBOX_ADDRESS ? { url: MAILBOX_URL, address: MAILBOX_ADDRESS } : null,
    stripe: readStripe(value),
    filesUrl: value.FILES_URL ?? pathToFileURL(join(dataDir, 'files')).href,
    buildingQuota: value.BUILDING_QUOTA,
    diskReserve: value.DISK_RESERVE,
    imagesUrl: value.IMAGES_URL,
    mapsKey: value.MAPS_KEY,
    cityName: value.CITY_NAME,
    timeZone: value.TIME_ZONE,
    trustProxy: value.TRUST_PROXY ? (parseProxies(value.TRUST_PROXY) ?? []) : [],
    metricsToken: value.METRICS_TOKEN,
    processes: value.THREADS,
    logLevel: value.LOG_LEVEL,
  }
}

/** The Strict-Transport-Security header of every response if the public URL is https. */
export function httpsOnly({ publicUrl }: Pick<Config, 'publicUrl'>): string | false {
  return publicUrl.startsWith('https:') && 'max-age=31536000; includeSubDomains'
}

/** The secret that signs sessions and links, created at the first start and stored beside the embedded database. */
function readSecret(dataDir: string, databaseUrl: string | undefined): string {
  if (databaseUrl) {
    throw new StartError(
      'SECRET must be set when DATABASE_URL is: the same 32 characters or more on every server.',
    )
  }
  const file = join(openDataFolder(dataDir), 'secret')
  if (!existsSync(file)) writeSecret(dataDir, file)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < SECRET_LENGTH) {
    throw new StartError(
      `The secret in ${file} is damaged: remove the file to make a new one (everybody signs in again).`,
    )
  }
  return secret
}

/** Of two concurrent starts, the first one's secret stays. A full disk leaves no partial file. */
function writeSecret(dataDir: string, file: string): void {
  try {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return
    rmSync(file, { force: true })
    throw folderError(dataDir, error)
  }
}

function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function databaseAddress() {
  return z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, 'an address such as postgres://user:password@host:5432/stoop')
    .optional()
}

/** Megabytes, or with a unit. Returns bytes. */
function fileSpace(usual: string) {
  return z
    .string()
    .regex(
      /^\d{1,9}(\.\d+)?\s*(MB|GB|TB)?$/i,
      'a number of megabytes, or one with a unit, such as 500 MB or 2 GB',
    )
    .default(usual)
    .transform((text) => {
      const exponent = { GB: 3, TB: 4 }[text.slice(-2).toUpperCase()] ?? 2
      return Math.floor(Number.parseFloat(text) * 1024 ** exponent)
    })
}

function url(protocols: string[], message: string) {
  return z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), message)
}

function isFilesUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, searchParams } = new URL(value)
  // An absolute path: file:./files would mean /files.
  if (protocol === 'file:') return hostname === '' && value.startsWith('file:///')
  const endpoint = searchParams.get('endpoint')
  return protocol === 's3:' && hostname !== '' && (endpoint === null || /^https?:\/\//.test(endpoint))
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, origin } = new URL(value)
  return ['http:', 'https:'].includes(protocol) && value.replace(/\/$/, '').toLowerCase() === origin
}

function isTimeZone(value: string): boolean {
  try {
    // Not an offset such as +08:00, which has the opposite sign in PostgreSQL.
    return /^[A-Za-z]/.test(value) && Boolean(new Intl.DateTimeFormat('en-US', { timeZone: value }))
  } catch {
    return false
  }
}
