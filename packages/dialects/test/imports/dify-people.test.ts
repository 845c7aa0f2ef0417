// Goal: who answers in Dify is told here as well.
import type { Json } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { difyApp, imported } from './dify-app.ts';

function asking(methods: Json) {
  const ask = {
    type: 'human-input',
    form_content: 'Sure?',
    inputs: [],
    user_actions: [{ id: 'yes', title: 'Yes' }],
    delivery_methods: methods,
  };
  const nodes = {
    start: { type: 'start', variables: [] },
    ask,
    end: { type: 'end', outputs: [] },
  };
  return imported(difyApp({ nodes, edges: ['start>ask', 'ask:yes>end'] }));
}

const mail = (recipients: Json) => ({ type: 'email', enabled: true, config: { recipients } });

describe('questions of Dify', () => {
  it('[N2854] what its app shows is in the inbox, and addresses get a link', () => {
    const shown = asking([{ type: 'webapp', enabled: true }]);
    expect(shown.kinds).toEqual([]);
    expect(shown.node('ask')).not.toHaveProperty('config.notify');
    const sent = asking([mail({ items: [{ type: 'external', email: 'a@example.org' }] })]);
    expect(sent.kinds).toEqual([]);
    expect(sent.node('ask')).toMatchObject({ config: { notify: { to: ['mail:a@example.org'] } } });
  });

  it('[N2854] members of an installation are not in its files', () => {
    expect(asking([mail({ items: [], whole_workspace: true })]).kinds).toEqual(['delivery']);
    expect(asking([mail({ items: [{ type: 'member', user_id: 'u' }] })]).kinds).toEqual([
      'delivery',
    ]);
    expect(asking([{ type: 'slack', enabled: true }]).kinds).toEqual(['delivery']);
  });
});
