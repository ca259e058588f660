import { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import type { Place } from './files.ts'

/** No answer for so long counts as a dead bucket, in milliseconds. */
const CONNECT_PATIENCE = 5000
const ANSWER_PATIENCE = 30_000

/**
 * A bucket as `s3://bucket?region=…&endpoint=…` names it; who we are there is read from the environment (AWS_*).
 * Buckets of other makers have an endpoint, are named in the path, and know no newer checksums and no access lists.
 */
export function openBucket(url: URL): Place {
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
    requestHandler: { connectionTimeout: CONNECT_PATIENCE, socketTimeout: ANSWER_PATIENCE },
  })
  const disk = new Disk(driver)
  return {
    disk,
    async put(key, content, { size, type }) {
      const stream = Readable.from(copies(content), { objectMode: false })
      await disk.putStream(key, stream, { contentLength: size, contentType: type })
    },
  }
}

/** The connection holds on to several pieces at a time. */
async function* copies(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const piece of content) yield Buffer.from(piece)
}
