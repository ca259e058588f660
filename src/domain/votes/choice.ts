import { DomainError } from '../errors.ts'

/** Who takes part without choosing anything. */
export const ABSTAIN = 'abstain'
/** The options of a question that is answered by yes or no. */
export const YES_NO = ['yes', 'no'] as const

/** What a ballot may choose of: option ids in their order, and at most how many. */
export type Choosable = { options: readonly string[]; max_choices: number }

/**
 * A ballot's choice in the order of the options, or the abstention alone. Throws DomainError 'invalid_input' for nothing, for an option of no
 * such vote, one twice, too many, or an abstention beside a choice; it names the input's `field`. Product 4.4
 */
export function requireChoice(
  { options, max_choices }: Choosable,
  chosen: readonly string[],
  field = 'choice',
): string[] {
  if (chosen.length === 1 && chosen[0] === ABSTAIN) return [ABSTAIN]
  const refuse = (message: string): never => {
    throw new DomainError('invalid_input', message, field)
  }
  if (chosen.length === 0) refuse('Choose an option, or abstain')
  if (new Set(chosen).size < chosen.length) refuse('An option is chosen once')
  if (chosen.some((each) => !options.includes(each))) refuse('Choose options of this vote')
  if (chosen.length > max_choices)
    refuse(max_choices === 1 ? 'Choose one option' : `Choose at most ${max_choices} options`)
  return options.filter((option) => chosen.includes(option))
}

/** The bits of a ballot. Every secret ballot is stored and sent in as many, so that no length tells what is in it. */
export const CHOICE_BITS = 32

/** A checked choice as bits, the first option the lowest; an abstention has none. Product 4.4 */
export const choiceBits = ({ options }: Choosable, choice: readonly string[]): number =>
  options.reduce((bits, option, at) => (choice.includes(option) ? bits + 2 ** at : bits), 0)

/** The choice of these bits. Throws as requireChoice does, also for bits of no option. Product 4.4 */
export function choiceOfBits(vote: Choosable, bits: number): string[] {
  if (bits === 0) return [ABSTAIN]
  const chosen = vote.options.filter((_, at) => Math.floor(bits / 2 ** at) % 2 === 1)
  if (choiceBits(vote, chosen) !== bits)
    throw new DomainError('invalid_input', 'Choose options of this vote', 'choice')
  return requireChoice(vote, chosen)
}
