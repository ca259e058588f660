import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { PRODUCT } from '../domain/product.ts'
import { parseProxies } from './client-address.ts'
import { openDataFolder } from './data-folder.ts'
import { folderError, StartError } from './start-error.ts'

const SECRET_LENGTH = 32
/** Elsewhere than on Linux threads can't share a port. */
const MOST_THREADS = process.platform === 'linux' ? 16 : 1
const GB = 1e9
const memory = Math.min(totalmem(), process.constrainedMemory() || totalmem())
/** One for each processor, and for each GB of memory; more than four find no work beside their database. */
const USUAL_THREADS = Math.max(1, Math.min(availableParallelism(), Math.round(memory / GB), MOST_THREADS, 4))

/** What the operator may set; an empty value counts as unset. The messages complete '{name} must be …'. */
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
  // The driver reads more forms than a web address has (no host, a socket's folder), so only the start is checked.
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
  FILES_URL: z
    .string()
    .refine(isFilesUrl, 'an address such as file:///srv/stoop/files or s3://bucket?region=us-west-2')
    .optional(),
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
    .number(`a whole number from 1 to ${MOST_THREADS}`)
    .int(`a whole number from 1 to ${MOST_THREADS}`)
    .min(1, `a whole number from 1 to ${MOST_THREADS}`)
    .max(MOST_THREADS, `a whole number from 1 to ${MOST_THREADS}`)
    .default(USUAL_THREADS),
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
  /** Undefined: the embedded database in the data folder. */
  databaseUrl: string | undefined
  /** Past a pooler of transactions, for what needs a session of its own: migrations, and the ear of live updates. */
  databaseDirectUrl: string | undefined
  /** What links in mails start with; no slash at its end. */
  publicUrl: string
  secret: string
  /** Undefined: each mail is a file in the data folder. */
  smtpUrl: string | undefined
  mailFrom: string
  filesUrl: string
  /** No slash at its end. */
  imagesUrl: string
  mapsKey: string | undefined
  cityName: string
  timeZone: string
  /** Addresses and ranges of the proxies whose X-Forwarded-For is believed. */
  trustProxy: string[]
  /** Who has it may read /metrics; undefined: who asks on this machine, of a portal that is for this machine alone. */
  metricsToken: string | undefined
  /** How many answer requests. */
  threads: number
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

/** The environment as the portal uses it; throws a StartError that names the first value that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(set)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StartError(`${issue?.path.join('.')} must be ${issue?.message}.`)
  }
  const value = parsed.data
  if (value.DATABASE_DIRECT_URL && !value.DATABASE_URL) {
    throw new StartError('DATABASE_DIRECT_URL goes with DATABASE_URL: set both, or neither.')
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
    secret: value.SECRET ?? keptSecret(dataDir, value.DATABASE_URL),
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM ?? `${PRODUCT} <no-reply@${new URL(publicUrl).hostname}>`,
    filesUrl: value.FILES_URL ?? pathToFileURL(join(dataDir, 'files')).href,
    imagesUrl: value.IMAGES_URL,
    mapsKey: value.MAPS_KEY,
    cityName: value.CITY_NAME,
    timeZone: value.TIME_ZONE,
    trustProxy: value.TRUST_PROXY ? (parseProxies(value.TRUST_PROXY) ?? []) : [],
    metricsToken: value.METRICS_TOKEN,
    threads: value.THREADS,
    logLevel: value.LOG_LEVEL,
  }
}

/** The header that keeps browsers to https, where the portal is at such an address: of every answer. */
export function httpsOnly({ publicUrl }: Pick<Config, 'publicUrl'>): string | false {
  return publicUrl.startsWith('https:') && 'max-age=31536000; includeSubDomains'
}

/** The secret that signs sessions and links: made once, and kept beside the embedded database that it belongs to. */
function keptSecret(dataDir: string, databaseUrl: string | undefined): string {
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

/** Of two starts at once the first one's secret is kept; a full disk leaves no half of one behind. */
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

function url(protocols: string[], message: string) {
  return z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), message)
}

function isFilesUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, searchParams } = new URL(value)
  // A path in full: file:./files would be /files.
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
    // An offset such as +08:00 is understood too, but has the other sign in PostgreSQL.
    return /^[A-Za-z]/.test(value) && Boolean(new Intl.DateTimeFormat('en-US', { timeZone: value }))
  } catch {
    return false
  }
}
