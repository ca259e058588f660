import { PASSWORD, residentOf } from './city.ts'
import { make, median, type SideName, type Workload } from './measure.ts'
import { call, signIn } from './servers.ts'

const SIGN_INS = 80
const ROUNDS = 5

/** The city's residents in turn. */
function signIns(origin: string, side: SideName, from: number): (() => Promise<void>)[] {
  return Array.from({ length: SIGN_INS }, (_, index) => async () => {
    const email = residentOf(from + index, 1 + (index % 5))
    if (side === 'portal') await signIn(origin, email)
    else await call(`${origin}/sign-in`, '', { email, password: PASSWORD })
  })
}

/** W4: eight concurrent sign-ins, compared with the password hash alone. */
export function signInFlood(origins: Record<SideName, string>): Workload {
  return {
    name: 'W4 sign-in',
    run: (side) => make(signIns(origins[side], side, 1)),
  }
}

/** W4: the 99th percentile of W1 during such a flood, compared with a calm server. */
export async function readingMeanwhile(
  origins: Record<SideName, string>,
  services: Workload,
): Promise<string> {
  const [calm, flooded]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    calm.push((await services.run('portal', false)).p99)
    let over = false
    const flood = (async () => {
      while (!over) await make(signIns(origins.portal, 'portal', 1).slice(0, 16))
    })()
    flooded.push((await services.run('portal', false)).p99)
    over = true
    await flood
  }
  const [before, during] = [median(calm), median(flooded)]
  return `${'W4 W1 meanwhile'.padEnd(28)} p99 ${during.toFixed(0)} ms beside ${before.toFixed(0)} ms in calm = ${(during / before).toFixed(1)} ×`
}
