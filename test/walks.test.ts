import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WALKED_SCREENS } from './journeys/walked-screens.ts'
import { ROUTES } from './routes.ts'

// What the journeys walk by touch, on a laptop and in the dark is all that there is.

const WEB = 'src/web'

/** What opens a dialog: a dialog's own frame, a question, and the buttons that open one for many. */
const OPENS = /<(?:FormDialog|LazyProofDialog|SayingButton|AnswerButton)\b|\bconfirm\(/g

/** Their dialogs differ at each place that uses them, so that each of those is walked instead. */
const SHARED = [
  'forms/proof-dialog.tsx',
  'features/visits/words-dialog.tsx',
  'features/visits/saying-button.tsx',
  'features/visits/answer-button.tsx',
  'ui/confirm-dialog.tsx',
]

const namesOf = (folder: string, pattern: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => pattern.test(name))

test('each place that opens a dialog is named by as many dialogs of the walks', () => {
  const walked = namesOf('test/journeys', /-dialogs\.ts$/)
    .map((name) => readFileSync(join('test/journeys', name), 'utf8'))
    .flatMap((text) => [...text.matchAll(/\bof: '([^']+)'/g)].map(([, of]) => of))
  const places = namesOf(WEB, /(?<!\.test)\.tsx?$/)
    .filter((name) => !SHARED.includes(name))
    .map((name) => ({ name, opens: readFileSync(join(WEB, name), 'utf8').match(OPENS)?.length ?? 0 }))
    .filter(({ opens }) => opens > 0)
  const missing = places.filter(({ name, opens }) => walked.filter((of) => of === name).length < opens)
  expect(missing).toEqual([])
  const known = places.map(({ name }) => name)
  expect(walked.filter((of) => !of || !known.includes(of))).toEqual([])
})

test('no other part of Mantine opens a dialog', () => {
  const frames = namesOf(WEB, /\.tsx?$/).filter((name) =>
    /\b(Modal|Drawer|Dialog|modals|openConfirmModal)\b[^'\n]*\} from '@mantine/.test(
      readFileSync(join(WEB, name), 'utf8'),
    ),
  )
  expect(frames.sort()).toEqual(['ui/form-dialog.tsx', 'ui/overlays.tsx'])
})

test('each screen is walked', () => {
  const screens = Object.values(ROUTES).flatMap((routes) => Object.keys(routes))
  const walked = new Set(WALKED_SCREENS.map(({ path }) => path.split('?')[0]))
  expect(screens.filter((path) => !walked.has(path))).toEqual([])
})
