import { expect, it } from 'vitest';
import { unreachedWords } from '../src/index.ts';

const failing = (code: string, more: object = {}) =>
  Object.assign(new Error(`connect ${code} 10.0.0.7:25`), { code, ...more });

it('[V4352] a service that could not be reached is told in words, without its address', () => {
  const wrapped = new Error('Failed.', { cause: failing('ENOTFOUND', { hostname: 'inner.test' }) });
  expect(unreachedWords('the receiver', wrapped)).toBe(
    'The receiver was not found. Check the address.',
  );
  expect(unreachedWords('the receiver', failing('CERT_HAS_EXPIRED'))).toBe(
    'The certificate of the receiver has expired. Whoever runs the server has to renew or correct its certificate.',
  );
  // As the client for mails marks what the system said.
  expect(
    unreachedWords('the mail server', failing('ESOCKET', { originalCode: 'ECONNREFUSED' })),
  ).toBe(
    'The mail server refused the connection. Check the address and the port, and that the service is running.',
  );
});

it('[V4352] so is one that did not answer in time, and nothing is made up of what is unknown', () => {
  const late = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  expect(unreachedWords('the receiver', late)).toBe('The receiver did not answer in time.');
  expect(unreachedWords('the receiver', new Error('odd'))).toBe(
    'The receiver could not be reached.',
  );
});
