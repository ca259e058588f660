import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { isRefusedAs, signInFailure, signUpFailure } from './failure.ts'

const refused = TRPCClientError.from({
  error: { code: -32600, message: 'Invalid email or password', data: { refusal: 'wrong_credentials' } },
})

test('sign-in and sign-up show the server’s own message', () => {
  expect(signInFailure(refused)).toBe('Invalid email or password')
  expect(signUpFailure(refused)).toBe('Invalid email or password')
  expect(isRefusedAs(refused, 'wrong_credentials')).toBe(true)
  expect(isRefusedAs(refused, 'email_taken')).toBe(false)
})

test('without a message of the server, they say that an error occurred', () => {
  expect(signInFailure(new RangeError('x is out of range'))).toBe('An error occurred')
  const gateway = TRPCClientError.from(new SyntaxError('Unexpected token < in JSON'))
  expect(signInFailure(gateway)).toBe('An error occurred')
  expect(signUpFailure(gateway)).toBe('An error occurred during signup')
})

test('without an answer, they say that the network does not answer', () => {
  expect(signInFailure(new TRPCClientError('Failed to fetch'))).toMatch(/^The network is not answering/)
})
