import { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import type { Files } from './driver.ts'

/** In milliseconds. */
const CONNECT_TIMEOUT = 5000
const RESPONSE_TIMEOUT = 30_000

/**
 * A bucket such as `s3://bucket?region=…&endpoint=…`. Credentials come from the environment (AWS_*). Only providers
 * other than Amazon need an endpoint. They take the bucket in the path and lack the newer checksums and access lists.
 * [V5.3.1]
 */
export function openBucket(url: URL): Files {
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  const driver = new S3Driver({
    bucket: url.hostname,
    visibility: 'private',
    supportsACL: false,
    region: url.searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    endpoint,
    forcePathStyle: endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT, socketTimeout: RESPONSE_TIMEOUT },
  })
  const disk = new Disk(driver)
  return {
    async put(key, content, { size, mime }) {
      // Not every provider supports conditional writes. No two servers put the same key: add-file.ts claims it first.
      if (await disk.exists(key)) throw Object.assign(new Error(`EEXIST: ${key}`), { code: 'EEXIST' })
      const stream = Readable.from(copies(content), { objectMode: false })
      await disk.putStream(key, stream, { contentLength: size, contentType: mime })
    },
    async read(key) {
      const { contentLength } = await disk.getMetaData(key)
      return { size: contentLength, content: () => disk.getStream(key) }
    },
    has: (key) => disk.exists(key),
    remove: (key) => disk.delete(key),
    async *olderThan(time) {
      let paginationToken: string | undefined
      do {
        const page = await disk.listAll('/', { recursive: true, paginationToken })
        for (const file of page.objects) {
          if (file.isFile && (await file.getMetaData()).lastModified < time) yield file.key
        }
        paginationToken = page.paginationToken
      } while (paginationToken)
    },
    free: async () => Number.POSITIVE_INFINITY,
  }
}

/** The connection holds several pieces at a time. */
async function* copies(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const piece of content) yield Buffer.from(piece)
}
