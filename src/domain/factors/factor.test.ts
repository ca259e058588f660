import { expect, test } from 'vitest'
import { EnterCode, EnterRecoveryCode, Proven, SignInByPasskey } from './factor.ts'

test.each(['123456', ' 123 456 '])('the authenticator code %o is six digits', (code) => {
  expect(EnterCode.parse({ code })).toEqual({ code: '123456' })
})

test.each(['12345', '1234567', 'abcdef', ''])('the authenticator code %o is refused', (code) => {
  expect(EnterCode.safeParse({ code }).error?.issues[0]?.path).toEqual(['code'])
})

test.each([
  'abcde-fgh23',
  'ABCDEFGH23',
  ' abcde fgh23 ',
])('the recovery code %o is read in any notation', (recovery_code) => {
  expect(EnterRecoveryCode.parse({ recovery_code })).toEqual({ recovery_code: 'abcde-fgh23' })
})

test('a change needs the current password or a code, and not both', () => {
  const codeOrPassword = [{ current_password: 'x' }, { code: '123456' }]
  for (const proof of codeOrPassword) expect(Proven.safeParse(proof).success).toBe(true)
  for (const proof of [{}, { current_password: 'x', code: '123456' }])
    expect(Proven.safeParse(proof).error?.issues[0]).toMatchObject({
      path: ['current_password'],
      message: 'Current Password is required',
    })
})

test('the answer of a passkey is text of a bounded length, and nothing else of it is kept', () => {
  const response = {
    id: 'a-b_c',
    rawId: 'a-b_c',
    type: 'public-key',
    clientExtensionResults: { appid: true },
    response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
    more: 'x',
  }
  const parsed = SignInByPasskey.parse({ response })
  expect(Object.keys(parsed.response)).not.toContain('more')
  expect(parsed.response.clientExtensionResults).toEqual({})
  for (const wrong of [{ id: 'a b' }, { id: 'x'.repeat(1401) }, { type: 'password' }, { response: {} }])
    expect(SignInByPasskey.safeParse({ response: { ...response, ...wrong } }).success).toBe(false)
})
