import { MutationObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryClient } from './api.ts'
import { optimistic } from './optimistic.ts'

const KEY = ['names']
const REFUSED = new Error('refused')

/** Adds a name optimistically; the server's answer comes when the test calls `answer`. */
function add(name: string) {
  let answer: (refusal?: Error) => void = () => {}
  const answered = new Promise<void>((resolve, reject) => {
    answer = (refusal) => (refusal ? reject(refusal) : resolve())
  })
  const observer = new MutationObserver(queryClient, {
    mutationFn: () => answered,
    ...optimistic(KEY, (names: string[]) => [...names, name], []),
  })
  const settled = observer.mutate(undefined).catch(() => undefined)
  return {
    answer: (refusal?: Error) => {
      answer(refusal)
      return settled
    },
  }
}

const names = () => queryClient.getQueryData(KEY)

test('of two changes that are both refused neither stays, whichever is refused first', async () => {
  for (const last of ['ben', 'ann']) {
    queryClient.setQueryData(KEY, ['mia'])
    const [ann, ben] = [add('ann'), add('ben')]
    await expect.poll(names).toEqual(['mia', 'ann', 'ben'])
    for (const each of last === 'ben' ? [ann, ben] : [ben, ann]) await each.answer(REFUSED)
    expect(names()).toEqual(['mia'])
  }
})

test('a change that is refused leaves the other one that is not', async () => {
  queryClient.setQueryData(KEY, ['mia'])
  const [ann, ben] = [add('ann'), add('ben')]
  await expect.poll(names).toEqual(['mia', 'ann', 'ben'])
  await ben.answer(REFUSED)
  expect(names()).toEqual(['mia', 'ann'])
  await ann.answer()
  expect(names()).toEqual(['mia', 'ann'])
})
