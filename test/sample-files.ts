import { readFileSync } from 'node:fs'
import { crc32, deflateRawSync } from 'node:zlib'

/** A real one-page document with the text `words`, padded to `size` bytes. */
export function pdf(words = 'House Rules', size = 0): Buffer {
  const content = `BT /F1 24 Tf 40 100 Td (${words}) Tj ET`
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 200] /Contents 4 0 R /Resources << /Font << /F1 ${font} >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 5\n0000000000 65535 f \n${places.join('')}`
  const end = `${table}trailer << /Size 5 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  const filling = Math.max(0, size - text.length - end.length)
  return Buffer.concat([Buffer.from(text + end), Buffer.alloc(filling, '\n')])
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

export const png = Buffer.from(PIXEL, 'base64')
export const jpg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')

/** The container of older Office files: enough of one to be recognized. */
export const olderOffice = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)])

export const docx = () => newerOffice('wordprocessingml.document', 'word/document.xml')
export const xlsx = () => newerOffice('spreadsheetml.sheet', 'xl/workbook.xml')

function newerOffice(kind: string, part: string): Buffer {
  const type = `application/vnd.openxmlformats-officedocument.${kind}.main+xml`
  const override = `<Override PartName="/${part}" ContentType="${type}"/>`
  return zip({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${override}</Types>`,
    '_rels/.rels': '<Relationships/>',
    [part]: '<xml/>',
  })
}

/** The beginning of a .docx of half a megabyte whose list of types would unpack to 500 MB. */
export function unpackingWithoutEnd(): Buffer {
  const name = '[Content_Types].xml'
  const packed = deflateRawSync(Buffer.alloc(500_000_000, ' '))
  const header = Buffer.alloc(30)
  header.write('PK\x03\x04\x14\0\0\0\x08')
  header.writeUInt32LE(packed.length, 18)
  header.writeUInt32LE(1000, 22) // the size that the header claims
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name), packed])
}

/** A zip archive with uncompressed entries. */
export function zip(entries: Record<string, string>): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(entries)) {
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(text), 10)
    common.writeUInt32LE(text.length, 14)
    common.writeUInt32LE(text.length, 18)
    common.writeUInt16LE(name.length, 22)
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name + text)])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, tail, Buffer.from(name)]))
    local.push(entry)
    at += entry.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(central.length, 8)
  end.writeUInt16LE(central.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, directory, end])
}

/** A photo as a phone takes it: lying on its side, with the place and the device in its data. */
export const photo = readFileSync(new URL('photo.jpg', import.meta.url))
