// Goal: what asks people in n8n asks them here, and what they are shown at the end is what the run gives.
import { describe, expect, it } from 'vitest';
import { behindStart, configOf, convert, errorsOf, kindsOf, nodeOf } from './build-n8n.ts';

const asking = (type: string, parameters: object) => {
  const imported = convert(
    behindStart({
      name: 'Ask',
      type,
      version: 2.1,
      parameters: { operation: 'sendAndWait', ...parameters },
    }),
  );
  expect(errorsOf(imported)).toEqual([]);
  return imported;
};

describe('messages that wait for an answer', () => {
  it('[N2852] a mail is a question with a link by mail, and its answer is an item as in n8n', () => {
    const imported = asking('gmail', {
      sendTo: 'a@example.org, b@example.org',
      subject: 'Buy?',
      message: '=It costs {{ $json.price }}.',
    });
    expect(kindsOf(imported)).toEqual(['credential']);
    expect(nodeOf(imported, 'ask_ask')).toMatchObject({
      type: 'input',
      config: {
        schema: { properties: { approved: { type: 'boolean' } }, required: ['approved'] },
        notify: { to: ['mail:a@example.org', 'mail:b@example.org'] },
      },
    });
    expect(JSON.stringify(configOf(imported, 'ask_ask')['prompt'])).toContain('Buy?');
    expect(configOf(imported, 'ask')).toEqual({ value: [{ data: '${previous}' }] });
  });

  it('[N2852] free text and forms, computed addresses, and channels that are webhooks', () => {
    const text = asking('microsoftOutlook', {
      toRecipients: '={{ $json.from }}',
      message: 'What now?',
      responseType: 'freeText',
    });
    expect(configOf(text, 'ask_ask')).toMatchObject({
      schema: { properties: { text: { type: 'string' } } },
      notify: { to: ['mail:${= (previous[0].from ?? "") }'] },
    });
    const form = asking('slack', {
      message: 'Fill in',
      responseType: 'customForm',
      formFields: { values: [{ fieldLabel: 'Reason', requiredField: true }] },
      options: { limitWaitTime: { values: { resumeAmount: 2 } } },
    });
    expect(kindsOf(form)).toEqual(['binding', 'wait-limit']);
    expect(configOf(form, 'ask_ask')).toMatchObject({
      schema: { properties: { Reason: { type: 'string' } }, required: ['Reason'] },
      notify: { to: ['webhook:slack'] },
    });
  });
});

describe('the last page of a form', () => {
  const page = (parameters: object) =>
    convert(
      behindStart({
        name: 'End',
        type: 'form',
        version: 1,
        parameters: { operation: 'completion', ...parameters },
      }),
    );

  it('[N2852] is the answer to the caller, and what the run gives', () => {
    const imported = page({
      completionTitle: 'Thanks',
      completionMessage: '=Dear {{ $json.name }}',
    });
    expect([errorsOf(imported), kindsOf(imported)]).toEqual([[], []]);
    expect(nodeOf(imported, 'end_answer')['type']).toBe('respond');
    expect(configOf(imported, 'end')['value']).toEqual(configOf(imported, 'end_answer')['value']);
  });

  it('[N2852] another page is a loss', () => {
    const imported = page({ respondWith: 'redirect', redirectUrl: 'https://example.org' });
    expect([errorsOf(imported), kindsOf(imported)]).toEqual([[], ['form-page']]);
  });
});
