/** On every answer. This server's pages may load what it serves, and nothing else. */
export const securityHeaders: { readonly [name: string]: string } = {
  'content-security-policy': "default-src 'self'; script-src 'self'; style-src 'self'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
