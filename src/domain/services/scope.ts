import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { formatNumber } from '../number.ts'
import { text } from '../text.ts'

/** A question of a service type's scope form. The forms are data. Product 2.1 */
const ScopeQuestion = z.strictObject({
  key: z.string().regex(/^[a-z]{1,20}$/),
  label: text('Label', 60),
  /** `number` has at most one decimal; `choice` has one option as its answer, `several` any of them. */
  kind: z.enum(['number', 'choice', 'several', 'text']),
  unit: text('Unit', 20).optional(),
  options: z.array(text('Option', 60)).min(2).max(12).optional(),
  /** What the crew ticks at each visit; '{}' stands for the answer. */
  task: text('Task', 100).optional(),
})
export type ScopeQuestion = z.infer<typeof ScopeQuestion>

export const ScopeForm = z.array(ScopeQuestion).max(LIMITS.scope_questions)

/** A building's answers, each to the question with its key. */
export type ScopeAnswers = z.infer<typeof ScopeAnswers>
export const ScopeAnswers = z
  .array(
    z.strictObject({
      key: text('Question', LIMITS.scope_key),
      answer: z
        .array(text('Answer', LIMITS.scope_answer), { error: 'Answer must be a list' })
        .max(LIMITS.scope_options, `Answer can have at most ${LIMITS.scope_options} entries`),
    }),
    { error: 'Scope must be a list' },
  )
  .max(LIMITS.scope_questions, `Scope can have at most ${LIMITS.scope_questions} answers`)

/** An answered question as a round keeps it, whatever becomes of the form. */
export type ScopeLine = {
  key: string
  label: string
  answer: string[]
  unit?: string
  /** What the crew ticks at each visit. */
  tasks: string[]
}

/**
 * The lines of a request: each question that was answered, in the order of the form. Throws DomainError 'conflict' for an answer to a
 * question that the form does not ask (any more), 'invalid_input' for one that does not fit, with the field 'scope.key'. Product 2.1
 */
export function scopeLines(form: readonly ScopeQuestion[], answers: ScopeAnswers): ScopeLine[] {
  const byKey = new Map(answers.map(({ key, answer }) => [key, answer]))
  if (byKey.size < answers.length) throw new DomainError('invalid_input', 'Scope answers one question twice')
  if (answers.some(({ key }) => !form.some((question) => question.key === key)))
    throw new DomainError('conflict', 'the questions changed meanwhile; please answer them again')
  return form.flatMap((question) => {
    const answer = checkedAnswer(question, byKey.get(question.key) ?? [])
    const { key, label, unit } = question
    return answer.length === 0
      ? []
      : [{ key, label, answer, ...(unit && { unit }), tasks: tasksOf(question, answer) }]
  })
}

function checkedAnswer({ key, label, kind, options = [] }: ScopeQuestion, answer: string[]): string[] {
  const refuse = (message: string) => new DomainError('invalid_input', `${label} ${message}`, `scope.${key}`)
  if (kind !== 'several' && answer.length > 1) throw refuse('has one answer')
  const [only] = answer
  if (kind === 'number' && only !== undefined) {
    const digits = only.replaceAll(',', '')
    const value = Number(digits)
    if (!/^\d{1,7}(\.\d)?$/.test(digits) || value > LIMITS.scope_number)
      throw refuse(`must be a number from 0 to ${formatNumber(LIMITS.scope_number)}`)
    return [String(value)]
  }
  if (kind === 'text' && only !== undefined) {
    const words = text(label, LIMITS.scope_answer).safeParse(only)
    if (words.error) throw new DomainError('invalid_input', words.error.issues[0]?.message, `scope.${key}`)
    return [words.data]
  }
  if (kind === 'choice' || kind === 'several') {
    if (answer.some((each) => !options.includes(each))) throw refuse('has no such answer')
    return options.filter((option) => answer.includes(option))
  }
  return answer
}

const NOTHING_TO_DO = ['No', 'None', '0']

function tasksOf({ kind, task }: ScopeQuestion, answer: string[]): string[] {
  if (task === undefined) return []
  return answer
    .filter((each) => !NOTHING_TO_DO.includes(each))
    .map((each) => {
      const shown = kind === 'number' ? formatDecimal(each) : each
      return task.replace('{}', task.startsWith('{}') ? shown : inSentence(shown))
    })
}

/** 'Walks' as it stands within a sentence; 'HVAC' stays. */
const inSentence = (words: string) => words.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())

/** 'Sidewalk, Ramps' or '1,200 sq ft'. */
export function scopeText({ answer, unit }: Pick<ScopeLine, 'answer' | 'unit'>): string {
  const [only = ''] = answer
  return unit === undefined
    ? answer.join(', ')
    : `${formatDecimal(only)} ${only === '1' ? singular(unit) : unit}`
}

/** '1,200' or '1.5' */
function formatDecimal(digits: string): string {
  const [whole = '', tenth] = digits.split('.')
  return tenth === undefined ? formatNumber(Number(whole)) : `${formatNumber(Number(whole))}.${tenth}`
}

const singular = (unit: string) => (unit === 'inches' ? 'inch' : unit.replace(/s$/, ''))

/** 'Trigger depth: 2 inches' */
export const scopeLineText = (line: ScopeLine): string => `${line.label}: ${scopeText(line)}`

/** The same for each line. */
export const scopeTexts = (scope: readonly ScopeLine[]): string[] => scope.map(scopeLineText)

/** What the crew ticks at each visit, each once. Product 2.1 */
export function checklistOf(scope: readonly ScopeLine[]): string[] {
  return [...new Set(scope.flatMap(({ tasks }) => tasks))]
}

/** The answers as typed, by the keys of their questions. */
export type TypedScope = Record<string, string[]>

/** What of the typed answers is sent: those to the form's questions that are not blank. */
export function toAnswers(form: readonly ScopeQuestion[], typed: TypedScope): ScopeAnswers {
  return form
    .map(({ key }) => ({ key, answer: (typed[key] ?? []).map((each) => each.trim()).filter(Boolean) }))
    .filter(({ answer }) => answer.length > 0)
}

/** Earlier answers as today's form shows them. Questions and options that it no longer has are left out. */
export function answersFrom(form: readonly ScopeQuestion[], scope: readonly ScopeLine[]): TypedScope {
  return Object.fromEntries(
    form.map(({ key, options }) => {
      const earlier = scope.find((line) => line.key === key)?.answer ?? []
      return [key, options ? earlier.filter((each) => options.includes(each)) : earlier]
    }),
  )
}
