import { askedAddress } from '@skein/dialects';
import { expect, it } from 'vitest';

it.each(['https://pay.example/cart?id=7', 'http://localhost:8080/', 'http://[::1]/in'])(
  '[N3280] %s may be opened',
  (url) => expect(askedAddress({ server: 'shop', url })).toBe(url),
);

it.each([
  { server: 'shop', url: 'http://pay.example/' },
  { server: 'shop', url: 'http://localhost.pay.example/' },
  { server: 'shop', url: 'javascript:alert(1)' },
  { server: 'shop', url: 'data:text/html,hi' },
  { server: 'shop', url: 'file:///etc/passwd' },
  { server: 'shop', url: 'https://pay.example@evil.example/' },
  { server: 'shop', url: '//pay.example' },
  { server: 'shop', url: ['https://pay.example/'] },
  { url: 'https://pay.example/' },
  'https://pay.example/',
  null,
])('[N3280] nothing in %j is an address to open', (data) => expect(askedAddress(data)).toBeNull());
