import { createRequire } from 'node:module'
import { PRODUCT } from '../../domain/product.ts'

const { resolve } = createRequire(import.meta.url)
// With the letters of Europe and Vietnam, which the standard fonts of a PDF lack.
const FONTS = {
  regular: resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
}
/** Digits of one width: of the others, the 7 covers the point of '$157.50'. */
const TEXT = { features: ['tnum' as const] }
const [LINE, INK, MISSING, HEAD, GREEN] = ['#d9d3c7', '#1d1b16', '#9a3412', '#f4f0e6', '#1c5a42']
/** The sign, as src/web/public/favicon.svg draws it, in points of its 40 by 40. */
const SIGN = {
  sun: 'M16.4 20.6v-4.8a3.6 3.6 0 0 1 7.2 0v4.8z',
  steps: [
    [14, 18.6, 12],
    [11, 23.7, 18],
    [8, 28.8, 24],
  ] as const,
}

type Layout = { title: string; layout: 'portrait' | 'landscape'; margin: number }

/** A PDF of what `write` writes, in letter size, tagged for screen readers. */
export async function pdfOf(
  { title, layout, margin }: Layout,
  write: (document: PDFKit.PDFDocument) => Promise<void> | void,
): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded with the first file: no other answer needs it.
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: 'LETTER',
    layout,
    margin,
    autoFirstPage: false,
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: PRODUCT },
  })
  const chunks: Uint8Array[] = []
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const written = new Promise((resolve, reject) => document.on('end', resolve).on('error', reject))
  document.once('pageAdded', () => writeSign(document))
  await write(document)
  document.end()
  await written
  return Buffer.concat(chunks)
}

/** The sign and the name in the top margin of the first page. It is no part of the text: who wrote it is the file's author. */
function writeSign(document: PDFKit.PDFDocument): void {
  const { x, y } = document
  const { left, top } = document.page.margins
  document.markContent('Artifact', { type: 'Layout' })
  document
    .save()
    .translate(left, top / 2 - 8)
    .scale(0.4)
  document.roundedRect(0, 0, 40, 40, 11).fill(GREEN).path(SIGN.sun).fill('#f5c887')
  for (const [from, down, wide] of SIGN.steps) document.roundedRect(from, down, wide, 3.7, 1.85)
  document.fill('#fdfaf2').restore()
  document.font(FONTS.bold).fontSize(11).fillColor(GREEN)
  document.text(PRODUCT, left + 22, top / 2 - 7, { lineBreak: false })
  document.endMarkedContent()
  document.x = x
  document.y = y
}

/** A heading or a paragraph, as wide as the page, below what stands there. */
export function writeText(
  document: PDFKit.PDFDocument,
  role: 'H1' | 'H2' | 'P',
  text: string,
  size: number,
): void {
  document.addStructure(
    document.struct(role, {}, () => {
      document
        .font(role === 'P' ? FONTS.regular : FONTS.bold)
        .fontSize(size)
        .fillColor(role === 'H1' ? GREEN : INK)
        .text(text, TEXT)
        .moveDown(0.4)
    }),
  )
}

/** A cell of a table; null is one without a value. */
export type PdfCell = { text: string; tone: 'plain' | 'strong' | 'missing' } | null
export type Letters = { size: number; padding: number }
type Table = {
  head: readonly string[]
  body: readonly (readonly PdfCell[])[]
  /** Of each column, in points. */
  widths: readonly number[]
  /** From the largest to the smallest that are read. */
  letters: readonly [Letters, ...Letters[]]
  /** How many of the last columns have amounts, which stand to the right; true is one. */
  amounts?: boolean | number
}

/** A table in the largest letters with which it fits on this page; a longer one goes on below its head on the next. */
export function writeTable(
  document: PDFKit.PDFDocument,
  { head, body, widths, letters: sizes, amounts = false }: Table,
): void {
  const tops = head.map((text) => cellOf({ text, tone: 'strong' }))
  const rows = body.map((cells) => cells.map(cellOf))
  const heightOf = (cells: Cell[], { size, padding }: Letters) =>
    2 * padding +
    Math.max(
      ...cells.map(({ text, font }, column) =>
        document
          .font(font)
          .fontSize(size)
          .heightOfString(text, { ...TEXT, width: (widths[column] ?? 0) - 2 * padding }),
      ),
    )
  const heightsOf = (letters: Letters) => ({
    letters,
    top: heightOf(tops, letters),
    each: rows.map((cells) => heightOf(cells, letters)),
  })
  const room = () => document.page.height - document.page.margins.bottom - document.y
  let heights = heightsOf(sizes[0])
  let fits = false
  for (const each of sizes) {
    heights = heightsOf(each)
    fits = sumOf(heights.each) <= room() - heights.top
    if (fits) break
  }
  const { letters } = heights
  const styled = ({ font, text, textColor }: Cell, column: number) => ({
    text,
    textColor,
    font: { src: font, size: letters.size },
    textOptions: TEXT,
    ...(column >= widths.length - Number(amounts)
      ? { align: { x: 'right' as const, y: 'top' as const } }
      : {}),
  })
  for (let from = 0; from < rows.length; ) {
    // One that is higher than a page is cut there.
    const count = fits
      ? rows.length
      : Math.max(1, fittingCount(heights.each.slice(from), room() - heights.top))
    const shown = rows.slice(from, from + count)
    const table = {
      structParent: document,
      columnStyles: [...widths],
      defaultStyle: {
        border: { top: 0, right: 0, bottom: 0.5, left: 0 },
        borderColor: LINE,
        padding: letters.padding,
      },
      data: [
        tops.map((cell, column) => ({ ...styled(cell, column), type: 'TH' as const, backgroundColor: HEAD })),
        ...shown.map(([label, ...cells]) => [
          ...(label ? [{ ...styled(label, 0), type: 'TH' as const }] : []),
          ...cells.map((cell, at) => styled(cell, at + 1)),
        ]),
      ],
    }
    document.table(table)
    from += shown.length
    if (from < rows.length) document.addPage()
  }
}

const sumOf = (heights: readonly number[]) => heights.reduce((sum, height) => sum + height, 0)

/** How many of these rows fit below each other. */
function fittingCount(heights: readonly number[], room: number): number {
  let left = room
  const first = heights.findIndex((height) => {
    left -= height
    return left < 0
  })
  return first < 0 ? heights.length : first
}

type Cell = ReturnType<typeof cellOf>

/** Lines of a note follow each other: it may have a thousand. */
function cellOf(cell: PdfCell) {
  const { text, tone } = cell ?? { text: '–', tone: 'plain' as const }
  return {
    text: tone === 'strong' ? text : text.replace(/\s*\n\s*/g, ' '),
    font: tone === 'plain' ? FONTS.regular : FONTS.bold,
    textColor: tone === 'missing' ? MISSING : INK,
  }
}
