import { describe, expect, test } from 'vitest'
import { DomainError } from '../errors.ts'
import { formatFileSize } from '../file-size.ts'
import { acceptUpload } from './accept-upload.ts'
import { requireBinned, requireListed, requireShownBin, timeInBin } from './bin.ts'
import {
  DocumentName,
  isEmptyName,
  isStorageKey,
  renamedDocument,
  renameForm,
  storageKey,
} from './document-name.ts'
import { acceptedExtension, documentTypeLabel, MAX_DOCUMENT_SIZE } from './document-type.ts'

const refusal = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof DomainError) return [error.code, error.message]
    throw error
  }
  return null
}

describe('sizes', () => {
  test.each([
    [1, '1 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1.0 KB'],
    [1536, '1.5 KB'],
    [1024 * 1024 - 1, '1.0 MB'],
    [2_411_724, '2.3 MB'],
    [MAX_DOCUMENT_SIZE, '10.0 MB'],
    [3 * 1024 ** 3, '3.0 GB'],
    [5000 * 1024 ** 3, '5000.0 GB'],
  ])('%i bytes are %s [9.document.5]', (bytes, text) => {
    expect(formatFileSize(bytes)).toBe(text)
  })
})

test('type labels are those of section 9 [9.document.4]', () => {
  const labels = ['pdf', 'doc', 'DOCX', 'xls', 'xlsx', 'jpg', 'jpeg', 'png', 'odt', 'constructor'].map(
    (type) => documentTypeLabel(type),
  )
  expect(labels).toEqual([
    'PDF',
    'Document',
    'Document',
    'Spreadsheet',
    'Spreadsheet',
    'Image',
    'Image',
    'Image',
    'Document',
    'Document',
  ])
})

test('only the last extension counts', () => {
  expect(acceptedExtension('Minutes.PDF')).toBe('pdf')
  expect(acceptedExtension('page.html.pdf')).toBe('pdf')
  for (const name of ['a.pdf.exe', 'a.svg', 'a.html', 'pdf', 'a.pdf.', '', 'a.constructor', 'a.pdf ']) {
    expect([name, acceptedExtension(name)]).toEqual([name, null])
  }
})

describe('a name that is sent', () => {
  test('is kept as the person wrote it, without folders, its accents in one form', () => {
    expect(acceptUpload('  Cafe\u0301 rules.PDF ', 1000)).toEqual({
      file_name: 'Caf\u00e9 rules.PDF',
      document_type: 'pdf',
    })
    expect(acceptUpload('../../etc/passwd.pdf', 1000).file_name).toBe('passwd.pdf')
    expect(acceptUpload('C:\\Users\\Maya\\Budget.xlsx', 1000).file_name).toBe('Budget.xlsx')
    expect(acceptUpload('预算 2027.xlsx', 1000).file_name).toBe('预算 2027.xlsx')
    expect(acceptUpload(`${'a'.repeat(196)}.pdf`, 1000).file_name).toHaveLength(200)
  })

  test.each([
    ['', 'Document name cannot be empty'],
    ['.pdf', 'Document name cannot be empty'],
    ['folder/', 'Document name cannot be empty'],
    [`${'a'.repeat(296)}.pdf`, 'the name can have at most 200 characters'],
    ['a\0.pdf', "the name has a character that can't be used"],
    ['a\nb.pdf', "the name has a character that can't be used"],
    ['\u202efdp.exe.pdf', 'the name has a character that changes the direction of writing'],
    ['a\u200b.pdf', 'the name has an invisible character: please type it instead of pasting it'],
    ['\ud800.pdf', "the name has a character that can't be used"],
    ['page.svg', 'this type of file is not accepted'],
    ['invoice.pdf.exe', 'this type of file is not accepted'],
    ['README', 'this type of file is not accepted'],
  ])('%j is refused: %s', (name, reason) => {
    expect(refusal(() => acceptUpload(name, 1000))?.[1]).toBe(reason)
  })
})

test('a file of 10 MB is accepted, one byte more is not', () => {
  expect(acceptUpload('a.pdf', MAX_DOCUMENT_SIZE).document_type).toBe('pdf')
  expect(refusal(() => acceptUpload('a.pdf', MAX_DOCUMENT_SIZE + 1))).toEqual([
    'file_too_large',
    'the file is larger than 10 MB',
  ])
})

describe('a rename', () => {
  test.each([
    ['pdf', 'House rules', 'House rules.pdf'],
    ['pdf', 'House rules.pdf', 'House rules.pdf'],
    ['pdf', 'House rules.PDF', 'House rules.PDF'],
    ['pdf', 'House rules.', 'House rules.pdf'],
    ['pdf', 'House rules.docx', 'House rules.docx.pdf'],
    ['pdf', 'Budget 2026/27', 'Budget 2026/27.pdf'],
    ['jpg', 'Roof.jpeg', 'Roof.jpeg'],
    ['jpeg', 'Roof', 'Roof.jpeg'],
  ])('of a %s to %j gives %j', (type, name, whole) => {
    expect(renamedDocument(acceptedExtension(`a.${type}`) ?? 'pdf', name)).toBe(whole)
  })

  test('needs a name that fits with its extension', () => {
    for (const name of ['.pdf', '...', ' .pdf'])
      expect(refusal(() => renamedDocument('pdf', name))?.[1]).toBe('Document name cannot be empty')
    expect(refusal(() => renamedDocument('pdf', 'a'.repeat(197)))?.[1]).toMatch(/at most 200/)
    expect(DocumentName.safeParse('   ').error?.issues[0]?.message).toBe('Document name cannot be empty')
  })

  test('as typed is empty when only an extension is left [8.building.3]', () => {
    for (const typed of ['', '  ', '...', ' .pdf '])
      expect([typed, isEmptyName('pdf', typed)]).toEqual([typed, true])
    for (const typed of ['a', 'a.pdf', '.docx'])
      expect([typed, isEmptyName('pdf', typed)]).toEqual([typed, false])
  })

  test('as typed is tidied, or refused for what the server would refuse', () => {
    const renamed = (file_name: string) => renameForm('pdf').safeParse({ file_name })
    expect(renamed(' Cafe\u0301 ').data).toEqual({ file_name: 'Caf\u00e9' })
    const messages = ['a'.repeat(197), 'a\0b'].map((name) => renamed(name).error?.issues[0]?.message)
    expect(messages).toEqual([
      'the name can have at most 200 characters',
      "the name has a character that can't be used",
    ])
  })
})

describe('a storage key', () => {
  const building = '7f1e0c5a-2d7b-4a4e-9f44-0d3a2f1b6c7d'

  test.each([
    ['House Rules 2027.PDF', 'House-Rules-2027.pdf'],
    ['Übersicht & Kosten.xlsx', 'Ubersicht-Kosten.xlsx'],
    ['预算.docx', 'document.docx'],
    ['page.html.pdf', 'page-html.pdf'],
    [`${'long '.repeat(39)}.png`, `${'long-'.repeat(16).slice(0, 79)}.png`],
  ])('of %j ends with %j [9.document.3]', (name, end) => {
    const key = storageKey(building, 1_795_000_000_000, name)
    expect(key).toBe(`${building}/1795000000000-${end}`)
    expect(isStorageKey(key)).toBe(true)
  })

  test('is recognized among other files', () => {
    for (const key of ['backup.tar', `${building}/notes.pdf`, `photos/${building}/1795000000000-a.png`])
      expect(isStorageKey(key)).toBe(false)
  })
})

describe('the bin', () => {
  const listed = { deleted_at: null }
  const binned = { deleted_at: new Date() }

  test('only what is in the list is changed, and only what is in the bin restored', () => {
    expect(() => requireListed(listed)).not.toThrow()
    expect(() => requireBinned(binned)).not.toThrow()
    expect(() => requireListed(binned)).toThrow('this document was deleted meanwhile')
    expect(() => requireBinned(listed)).toThrow('this document is in the list already')
  })

  test('is emptied only as it was shown', () => {
    expect(() => requireShownBin(3, 3)).not.toThrow()
    expect(() => requireShownBin(3, 4)).toThrow('the bin changed meanwhile')
  })

  test.each([
    ['2026-11-20', '30 days left'],
    ['2026-12-19', '1 day left'],
    ['2026-12-20', 'Less than a day left'],
    ['2026-12-24', 'Less than a day left'],
  ])('of November 20 says on %s: %s', (today, text) => {
    expect(timeInBin('2026-11-20', today)).toBe(text)
  })
})
