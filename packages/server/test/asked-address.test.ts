// What the answer page makes of an address that a program asks somebody to open; a browser follows it in the tests of the studio.
import { expect, it } from 'vitest';
import { askingPage } from '../src/features/links/answer-page.ts';

const pageOf = (url: string): string =>
  askingPage({
    question: { kind: 'input', prompt: 'Please pay.', data: { server: 'shop', url } },
    workflow: 'Pay',
    recipient: 'ana@example.org',
    until: 0,
  });

it('[V3280] an address is a link, in a tab of its own and without a referrer', () => {
  expect(pageOf('https://pay.example/cart?id=7&for=me')).toContain(
    '<a href="https://pay.example/cart?id=7&amp;for=me" target="_blank" rel="noopener noreferrer">https://pay.example/cart?id=7&amp;for=me</a>',
  );
});

it.each(['javascript:alert(1)', 'http://pay.example/', 'https://pay.example@evil.example/'])(
  '[V3280] %s is text',
  (url) => {
    expect(pageOf(url)).not.toContain('<a ');
    expect(pageOf(url)).toContain(url);
  },
);
