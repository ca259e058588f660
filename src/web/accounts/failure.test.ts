import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { isRefusedAs, signInFailure, signUpFailure } from './failure.ts'

const refused = TRPCClientError.from({
  error: { code: -32600, message: 'Invalid email or password', data: { refusal: 'wrong_credentials' } },
})

test('signing in and up show the server’s own sentence', () => {
  expect(signInFailure(refused)).toBe('Invalid email or password')
  expect(signUpFailure(refused)).toBe('Invalid email or password')
  expect(isRefusedAs(refused, 'wrong_credentials')).toBe(true)
  expect(isRefusedAs(refused, 'email_taken')).toBe(false)
})

test('where there is no such sentence, they say that an error occurred', () => {
  expect(signInFailure(new RangeError('x is out of range'))).toBe('An error occurred')
  const gateway = TRPCClientError.from(new SyntaxError('Unexpected token < in JSON'))
  expect(signInFailure(gateway)).toBe('An error occurred')
  expect(signUpFailure(gateway)).toBe('An error occurred during signup')
})

test('a server that does not answer is told as that', () => {
  expect(signInFailure(new TRPCClientError('Failed to fetch'))).toMatch(/^The network is not answering/)
})
