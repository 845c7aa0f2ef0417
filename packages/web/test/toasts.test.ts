import { beforeEach, expect, it } from 'vitest';
import { closeToastsOf, showToast, useToasts } from '../src/design/feedback/toasts.ts';

beforeEach(() => useToasts.setState({ toasts: [] }));

const shown = () => useToasts.getState().toasts.map(({ text }) => text);

it('[W3772] a message that is shown already is not shown twice', () => {
  showToast({ tone: 'bad', text: 'Lost.' });
  showToast({ tone: 'bad', text: 'Refused.' });
  showToast({ tone: 'bad', text: 'Lost.' });
  expect(shown()).toEqual(['Refused.', 'Lost.']);
  closeToastsOf('Lost.');
  expect(shown()).toEqual(['Refused.']);
});

it('[W4310] what went well makes way for the next, and failures stay', () => {
  showToast({ tone: 'ok', text: 'Saved.' });
  showToast({ tone: 'bad', text: 'Lost.' });
  showToast({ tone: 'ok', text: 'Published.' });
  expect(shown()).toEqual(['Lost.', 'Published.']);
});
