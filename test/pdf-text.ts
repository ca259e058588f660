import { extractText } from 'unpdf'

/** What a person reads in a PDF, page after page, with single blanks. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(bytes, { mergePages: true })
  return text.replace(/\s+/g, ' ')
}

/** The same, page by page. */
export async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(bytes, { mergePages: false })
  return text.map((page) => page.replace(/\s+/g, ' '))
}
