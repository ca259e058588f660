import { cityTime, formatLongDate, formatTime } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { id } from '../../../domain/text.ts'
import { isDecided } from '../../../domain/votes/vote.ts'
import {
  BASIS_LABELS,
  CASTER_LABELS,
  choiceLabel,
  majorityText,
  optionLabel,
  outcomeText,
  partText,
  quorumText,
  sumText,
  turnoutText,
  VOTE_KIND_LABELS,
} from '../../../domain/votes/vote-words.ts'
import type { Export } from '../../rpc/export.ts'
import { type PdfCell, pdfOf, writeTable, writeText } from '../../rpc/pdf.ts'
import { type ReadVote, readVote, receiptHashes, rollPage } from './vote.db.ts'

const MARGIN = 54
/** Of a letter in portrait, between its margins. */
const WIDTH = 612 - 2 * MARGIN
const ALL = { limit: 100_000, offset: 0 }
const filters = { id }

/**
 * The result of a vote that is over, on paper: the roll's size, turnout, quorum, counts, result, and how each unit voted, or the receipts of a
 * secret one. Once it is certified, who did it, and when. Product 4.4
 */
export const certificatePdf = {
  name: 'Result of a vote',
  path: '/api/votes/result.pdf',
  audiences: ['resident', 'admin'],
  filters,
  async read(tx, _viewer, { timeZone }, { id: vote_id }) {
    const vote = await readVote(tx, vote_id)
    const { result, state, is_secret } = vote
    if (!isDecided(state) || !result) throw new DomainError('conflict', 'this vote has no result yet')
    const [receipts, roll] = await Promise.all([
      is_secret ? receiptHashes(tx, vote_id) : [],
      is_secret ? { units: [] } : rollPage(tx, { vote_id, search: null, state, ...ALL }),
    ])
    return { write: () => writeResult({ ...vote, result }, { receipts, units: roll.units, timeZone }) }
  },
} as const satisfies Export<'resident' | 'admin', typeof filters>

type DecidedVote = ReadVote & { result: NonNullable<ReadVote['result']> }
type CertifiedVote = {
  receipts: string[]
  units: Awaited<ReturnType<typeof rollPage>>['units']
  timeZone: string
}

const writeResult = (vote: DecidedVote, { receipts, units, timeZone }: CertifiedVote) =>
  pdfOf({ title: vote.question, layout: 'portrait', margin: MARGIN }, (document) => {
    const { result, basis, kind, options, certified_at, certified_name } = vote
    const say = (text: string) => writeText(document, 'P', text, 10)
    const at = (instant: Date) => {
      const { date, time } = cityTime(instant, timeZone)
      return `${formatLongDate(date)}, ${formatTime(time)}`
    }
    document.addPage()
    writeText(document, 'H1', vote.question, 18)
    say(
      `${vote.building_name ? `${vote.building_name}, ` : ''}${vote.address}, ${vote.city}, ${vote.building_state}.`,
    )
    if (vote.opens_at && vote.closes_at) say(`Open from ${at(vote.opens_at)} to ${at(vote.closes_at)}.`)
    if (vote.details !== null) say(vote.details)
    say(
      `${VOTE_KIND_LABELS[kind]}. ${BASIS_LABELS[basis]}. ${vote.is_secret ? 'Secret ballots' : 'Open ballots'}. ${majorityText(kind, vote.majority)}. ${quorumText(vote.quorum)}.`,
    )
    writeText(document, 'H2', outcomeText({ kind, ...result }, options), 14)
    say(`On the roll: ${sumText(result.roll, basis)}. Turnout: ${turnoutText(result, basis)}.`)
    say(
      certified_at
        ? `Certified by ${certified_name ?? 'an officer'} on ${at(certified_at)}.`
        : 'Not certified.',
    )
    document.moveDown(0.6)
    writeCounts(document, vote)
    if (units.length > 0) writeUnits(document, vote, units)
    if (receipts.length > 0) writeReceipts(document, receipts)
  })

function writeCounts(document: PDFKit.PDFDocument, { result, basis, options }: DecidedVote): void {
  const whole = result.voted.weight
  const label = (option: string) => optionLabel(option, options)
  writeTable(document, {
    head: ['Option', 'Votes', 'Of those cast'],
    body: [
      ...result.options.map((sum) => [
        (result.winners.includes(sum.option) ? strong : plain)(label(sum.option)),
        plain(sumText(sum, basis)),
        plain(partText(sum.weight, whole)),
      ]),
      [
        plain('Abstain'),
        plain(sumText(result.abstained, basis)),
        plain(partText(result.abstained.weight, whole)),
      ],
      [strong('Cast in all'), strong(sumText(result.voted, basis)), strong(partText(whole, whole))],
    ],
    widths: [WIDTH - 220, 110, 110],
    letters: [{ size: 10, padding: 5 }],
    amounts: 2,
  })
}

function writeUnits(
  document: PDFKit.PDFDocument,
  { options, basis }: DecidedVote,
  units: CertifiedVote['units'],
): void {
  document.moveDown(0.8)
  writeText(document, 'H2', 'How each unit voted', 13)
  writeTable(document, {
    head: ['Unit', 'Counts', 'Voted', 'Ballot'],
    body: units.map(({ number, weight, voted_as, choice }) => [
      plain(number),
      plain(basis === 'unit' ? '1' : String(weight)),
      voted_as === null || voted_as === 'secret' ? null : plain(CASTER_LABELS[voted_as]),
      choice === null ? null : plain(choiceLabel(choice, options)),
    ]),
    widths: [90, 80, 80, WIDTH - 250],
    letters: [{ size: 9, padding: 4 }],
  })
}

function writeReceipts(document: PDFKit.PDFDocument, receipts: readonly string[]): void {
  document.moveDown(0.8)
  writeText(document, 'H2', 'Receipts of the ballots that were counted', 13)
  writeText(
    document,
    'P',
    'The SHA-256 hash of each receipt. Whose they are, and what their ballots choose, is recorded nowhere.',
    9,
  )
  writeTable(document, {
    head: ['Receipt'],
    body: receipts.map((hash) => [plain(hash)]),
    widths: [WIDTH],
    letters: [{ size: 8, padding: 3 }],
  })
}

const plain = (text: string): PdfCell => ({ text, tone: 'plain' })
const strong = (text: string): PdfCell => ({ text, tone: 'strong' })
