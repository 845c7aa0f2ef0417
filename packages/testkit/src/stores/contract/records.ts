// What a server stores besides runs and definitions.
import { runId, workflowId } from '@skein/kernel';
import type { ApiKey, Page, Store, TriggerRecord } from '@skein/ports';
import { expect, it } from 'vitest';
import { codeOf, saved } from './fixtures.ts';

const nasty = 'it\'s "\\ \u0000 \ud800 %_ ${x} 🧵';

const key = (id: string, more: Partial<ApiKey> = {}): ApiKey => ({
  id,
  user: 'ann',
  name: 'laptop',
  hash: `hash of ${id}`,
  scopes: ['read', 'run'],
  roles: ['approver'],
  createdAt: 1,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  ...more,
});

export const trigger = (id: string, more: Partial<TriggerRecord> = {}): TriggerRecord => ({
  id,
  user: 'ann',
  workflow: workflowId('w'),
  type: 'schedule',
  config: { cron: '* * * * *' },
  isActive: true,
  nextFireAt: 100,
  secret: null,
  createdAt: 1,
  updatedAt: 1,
  ...more,
});

const ids = ({ items }: Page<{ readonly id: string }>) => items.map(({ id }) => id);

export function records(store: () => Store): void {
  it('[S28] a key is found by the hash of its secret, and is revoked once and for all', async () => {
    const { keys } = store();
    const full = key('k1', { name: nasty, expiresAt: 9, scopes: ['read', nasty] });
    expect(await keys.create(full)).toBe(true);
    expect(await keys.create(key('k1', { name: 'other' }))).toBe(false);
    expect(await keys.create(key('k1', { user: 'bob', hash: 'other' }))).toBe(true);
    expect(await keys.findByHash('hash of k1')).toEqual(full);
    expect(await keys.findByHash('hash')).toBeUndefined();
    expect(await keys.get('k1', 'bob')).toMatchObject({ hash: 'other' });
    expect(await keys.get('k1', 'eve')).toBeUndefined();
    expect(await keys.revoke('k1', 'ann', 5)).toBe(true);
    expect(await keys.revoke('k1', 'ann', 7)).toBe(true);
    expect(await keys.revoke('k2', 'ann', 7)).toBe(false);
    expect(await keys.findByHash('hash of k1')).toEqual({ ...full, revokedAt: 5 });
    expect((await keys.get('k1', 'bob'))?.revokedAt).toBeNull();
  });

  it('[S28] keys are listed by user, in pages; the time of their last use is coarse', async () => {
    const { keys } = store();
    for (const id of ['c', 'a', 'b']) await keys.create(key(id));
    await keys.create(key('x', { user: 'bob' }));
    const page = await keys.list({ user: 'ann', limit: 2 });
    expect(ids(page)).toEqual(['c', 'a']);
    expect(ids(await keys.list({ user: 'ann', cursor: page.nextCursor ?? '' }))).toEqual(['b']);
    expect(ids(await keys.list({}))).toHaveLength(4);
    const used = async (at: number) => {
      await keys.touch('a', 'ann', at);
      return (await keys.get('a', 'ann'))?.lastUsedAt;
    };
    expect(await used(1_000_000)).toBe(1_000_000);
    expect(await used(1_030_000)).toBe(1_000_000);
    expect(await used(1_060_000)).toBe(1_060_000);
    expect((await keys.get('b', 'ann'))?.lastUsedAt).toBeNull();
  });

  it('[S29] due triggers come in the order of their times; of fifty claims of a tick one wins', async () => {
    const { triggers } = store();
    await triggers.put(trigger('late', { nextFireAt: 90 }));
    await triggers.put(trigger('later', { nextFireAt: 95 }));
    await triggers.put(trigger('off', { isActive: false, nextFireAt: 1 }));
    await triggers.put(trigger('never', { nextFireAt: null }));
    await triggers.put(trigger('soon', { nextFireAt: 200, user: 'bob' }));
    const due = async (now: number) => (await triggers.due(now, 10)).map(({ id }) => id);
    expect(await triggers.nextDue()).toBe(90);
    expect(await due(100)).toEqual(['late', 'later']);
    const claim = { id: 'late', user: 'ann', tick: 90, now: 100, until: 130 };
    const claims = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => triggers.claimTick({ ...claim, owner: `s${i}` })),
    );
    const winner = `s${claims.indexOf(true)}`;
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await due(100)).toEqual(['later']);
    const settled = { id: 'late', user: 'ann', tick: 90, nextFireAt: 300 };
    expect(await triggers.settleTick({ ...settled, owner: 'another' })).toBe(false);
    expect(await triggers.settleTick({ ...settled, owner: winner })).toBe(true);
    expect(await triggers.settleTick({ ...settled, owner: winner })).toBe(false);
    expect(await triggers.claimTick({ ...claim, owner: 'x', now: 500, until: 530 })).toBe(false);
    expect((await triggers.get('late', 'ann'))?.nextFireAt).toBe(300);
    expect(await due(300)).toEqual(['later', 'soon', 'late']);
  });

  it('[S29] the claim of a server that died ends by itself', async () => {
    const { triggers } = store();
    await triggers.put(trigger('t'));
    const claim = { id: 't', user: 'ann', tick: 100, now: 100, until: 130 };
    expect(await triggers.claimTick({ ...claim, owner: 'one' })).toBe(true);
    expect(await triggers.claimTick({ ...claim, owner: 'two', now: 129 })).toBe(false);
    expect(await triggers.claimTick({ ...claim, owner: 'two', now: 130, until: 160 })).toBe(true);
    const settled = { id: 't', user: 'ann', tick: 100, nextFireAt: null };
    expect(await triggers.settleTick({ ...settled, owner: 'one' })).toBe(false);
    expect(await triggers.settleTick({ ...settled, owner: 'two' })).toBe(true);
    expect(await triggers.nextDue()).toBeNull();
  });

  it('[S29] triggers belong to users, and are found by workflow, type and id', async () => {
    const { triggers, triggerHistory } = store();
    const config = { b: nasty, a: [1e21, null], __proto__: null };
    await triggers.put(trigger('t', { config, secret: 'name', workflow: workflowId(nasty) }));
    await triggers.put(trigger('t', { user: 'bob', type: 'webhook', isActive: false }));
    const [mine] = (await triggers.list({ user: 'ann' })).items;
    expect(mine).toEqual(trigger('t', { config, secret: 'name', workflow: workflowId(nasty) }));
    expect(JSON.stringify(mine?.config)).toBe(JSON.stringify(config));
    const owners = async (filter: object) =>
      (await triggers.list(filter)).items.map(({ user }) => user);
    expect(await owners({ id: 't' })).toEqual(['ann', 'bob']);
    expect(await owners({ type: 'webhook' })).toEqual(['bob']);
    expect(await owners({ isActive: true })).toEqual(['ann']);
    expect(await owners({ workflow: nasty })).toEqual(['ann']);
    await triggers.put(trigger('t', { updatedAt: 5, createdAt: 5 }));
    expect(await triggers.get('t', 'ann')).toMatchObject({ createdAt: 1, updatedAt: 5 });
    await triggerHistory.append(entry(1));
    expect(await triggers.delete('t', 'ann')).toBe(true);
    expect(await triggers.delete('t', 'ann')).toBe(false);
    expect((await triggerHistory.list({ trigger: 't', user: 'ann' })).items).toEqual([]);
    expect(await owners({})).toEqual(['bob']);
    const long = 'x'.repeat(400);
    expect(await codeOf(() => triggers.put(trigger(long)))).toBe('TOO_LARGE');
  });

  it('[S30] the history of a trigger is listed newest first, and its oldest entries are forgotten', async () => {
    const { triggerHistory } = store();
    await triggerHistory.append({ ...entry(0), trigger: 'other' });
    for (let i = 1; i < 12; i++) await triggerHistory.append(entry(i), { keep: 5 });
    await triggerHistory.append({ ...entry(12), data: { why: nasty } }, { keep: 5 });
    const filter = { trigger: 't', user: 'ann' };
    const all = await triggerHistory.list(filter);
    expect(ids(all)).toEqual(['e12', 'e11', 'e10', 'e9', 'e8']);
    expect(all.items[0]).toEqual({ ...entry(12), data: { why: nasty } });
    const page = await triggerHistory.list({ ...filter, limit: 2 });
    const next = await triggerHistory.list({ ...filter, limit: 2, cursor: page.nextCursor ?? '' });
    expect(ids(next)).toEqual(['e10', 'e9']);
    expect((await triggerHistory.list({ trigger: 'other', user: 'ann' })).items).toHaveLength(1);
    expect((await triggerHistory.list({ trigger: 't', user: 'bob' })).items).toEqual([]);
  });

  it('[S30] a message that a trigger has seen is new to nobody but another trigger', async () => {
    const { deliveries } = store();
    const one = { trigger: 't', user: 'ann', message: nasty, at: 10 };
    const answers = await Promise.all(Array.from({ length: 20 }, async () => deliveries.add(one)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await deliveries.add({ ...one, trigger: 'u' })).toBe(true);
    expect(await deliveries.add({ ...one, user: 'bob', at: 20 })).toBe(true);
    await deliveries.remove({ ...one, trigger: 'u' });
    expect(await deliveries.add({ ...one, trigger: 'u', at: 30 })).toBe(true);
    expect(await deliveries.prune(20)).toBe(1);
    expect(await deliveries.add(one)).toBe(true);
    expect(await deliveries.add({ ...one, user: 'bob' })).toBe(false);
    const message = 'x'.repeat(300);
    expect(await codeOf(() => deliveries.add({ ...one, message }))).toBe('TOO_LARGE');
  });
}

export function marks(store: () => Store): void {
  it('[S53] what was done once is remembered, however often it is said', async () => {
    const { marks: kept } = store();
    expect(await kept?.has('spring cleaning')).toBe(false);
    await Promise.all([kept?.set('spring cleaning'), kept?.set('spring cleaning')]);
    expect(await kept?.has('spring cleaning')).toBe(true);
    expect(await kept?.has('spring')).toBe(false);
  });
}

export function mailboxes(store: () => Store): void {
  it('[S38] the MCP servers of a user are found by that user alone', async () => {
    const { mcpServers } = store();
    const server = {
      name: 'shop',
      user: 'ann',
      config: { url: nasty },
      createdAt: 1,
      updatedAt: 1,
    };
    await mcpServers.put(server);
    await mcpServers.put({ ...server, user: 'bob', config: {} });
    await mcpServers.put({ ...server, config: { url: 'b' }, createdAt: 2, updatedAt: 2 });
    const changed = { ...server, config: { url: 'b' }, updatedAt: 2 };
    expect(await mcpServers.get('shop', 'ann')).toEqual(changed);
    expect((await mcpServers.list({ user: 'ann' })).items).toEqual([changed]);
    expect((await mcpServers.list({ user: 'cid' })).items).toEqual([]);
    expect(await mcpServers.delete('shop', 'ann')).toBe(true);
    expect(await mcpServers.delete('shop', 'ann')).toBe(false);
    expect(await mcpServers.get('shop', 'bob')).toMatchObject({ config: {} });
  });

  it('[S37] a mailbox is read by one server at a time, and continued by the next where that one stopped', async () => {
    const { mailboxes: boxes } = store();
    const key = { id: nasty, user: 'ann' };
    const box = { ...key, uidValidity: '17', lastUid: 3, lastAt: 1000 };
    expect(await boxes.get(key)).toBeUndefined();
    const claim = { ...key, now: 100, until: 130 };
    expect(await boxes.claim({ ...claim, owner: 'one' })).toBe(false);
    expect(await boxes.create(box)).toBe(true);
    expect(await boxes.create({ ...box, lastUid: 9 })).toBe(false);
    expect(await boxes.get(key)).toEqual(box);
    expect(await boxes.get({ ...key, user: 'bob' })).toBeUndefined();
    const claims = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => boxes.claim({ ...claim, owner: `s${i}` })),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
    const owner = `s${claims.indexOf(true)}`;
    const read = { ...box, lastUid: 4, lastAt: 2000 };
    expect(await boxes.advance({ ...read, owner: 'another', until: 140 })).toBe(false);
    expect(await boxes.advance({ ...read, owner, until: 140 })).toBe(true);
    expect(await boxes.claim({ ...claim, owner: 'next', now: 139, until: 170 })).toBe(false);
    expect(await boxes.claim({ ...claim, owner, now: 139, until: 150 })).toBe(true);
    expect(await boxes.claim({ ...claim, owner: 'next', now: 150, until: 180 })).toBe(true);
    expect(await boxes.advance({ ...read, lastUid: 5, owner, until: 200 })).toBe(false);
    expect(await boxes.get(key)).toEqual(read);
    await boxes.release({ ...key, owner });
    expect(await boxes.claim({ ...claim, owner: 'third', now: 160 })).toBe(false);
    await boxes.release({ ...key, owner: 'next' });
    expect(await boxes.claim({ ...claim, owner: 'third', now: 160 })).toBe(true);
  });
}

const entry = (i: number) => ({
  id: `e${i}`,
  trigger: 't',
  user: 'ann',
  at: i,
  outcome: 'started',
  run: runId(`r${i}`),
  data: null,
});

export function ownThings(store: () => Store): void {
  it('[S31] agents are made and changed on their own, beside those of definitions', async () => {
    const { agents, definitions } = store();
    const agent = {
      id: 'x',
      user: 'ann',
      name: 'X',
      systemPrompt: "it's",
      model: 'm',
      tools: [{ name: 't' }],
    };
    expect(await agents.create(agent)).toBe(true);
    expect(await agents.create({ ...agent, name: 'Y' })).toBe(false);
    expect(await agents.create({ ...agent, user: 'bob' })).toBe(true);
    await agents.put({ ...agent, name: 'Z', tools: [] });
    expect(await agents.get('x', 'ann')).toEqual({ ...agent, name: 'Z', tools: [] });
    const definition = { id: 'g', nodes: [], edges: [], agents: [{ id: 'a', name: 'A' }] } as never;
    await definitions.save(saved('g', '1', { user: 'ann', dialect: 'agent-graph', definition }));
    expect(ids(await agents.list({ user: 'ann' }))).toEqual(['a', 'x']);
    const page = await agents.list({ user: 'ann', limit: 1 });
    expect(ids(await agents.list({ user: 'ann', cursor: page.nextCursor ?? '' }))).toEqual(['x']);
    expect(await agents.get('a', 'ann')).toMatchObject({ name: 'A', systemPrompt: null });
    expect(await agents.delete('x', 'ann')).toBe(true);
    expect(await agents.delete('x', 'ann')).toBe(false);
    expect(ids(await agents.list({ user: 'bob' }))).toEqual(['x']);
  });

  it('[S31] steps are made and changed on their own, beside those of definitions', async () => {
    const { steps, definitions } = store();
    const step = {
      id: 's1',
      user: 'ann',
      name: 'One',
      type: 'custom_llm',
      details: { model: 'm', system_prompt: '<<trigger_output>>' },
      createdAt: 1000,
      updatedAt: 1000,
    };
    expect(await steps.create(step)).toBe(true);
    expect(await steps.create(step)).toBe(false);
    await steps.put({ ...step, name: 'Uno', createdAt: 2000, updatedAt: 2000 });
    expect(await steps.get('s1', 'ann')).toEqual({ ...step, name: 'Uno', updatedAt: 2000 });
    const definition = {
      uuid: 'w',
      name: 'W',
      steps: [{ uuid: 's0', name: 'Stop', type: 'stop_checker', stop_conditions: [] }],
    } as never;
    await definitions.save(saved('w', '1', { user: 'ann', dialect: 'pipeline', definition }));
    expect(ids(await steps.list({ user: 'ann' }))).toEqual(['s0', 's1']);
    expect(ids(await steps.list({ user: 'ann', type: 'stop_checker' }))).toEqual(['s0']);
    await definitions.delete(workflowId('w'), 'ann');
    expect(ids(await steps.list({ user: 'ann' }))).toEqual(['s1']);
    expect(await steps.get('s1', 'bob')).toBeUndefined();
    expect(await steps.delete('s1', 'ann')).toBe(true);
  });

  it('[S32] the audit log is listed newest first, by user, action and subject', async () => {
    const { audit } = store();
    const note = (i: number, more: object = {}) => ({
      id: `n${i}`,
      at: i,
      user: 'ann',
      actor: 'key k1',
      action: 'workflow.save',
      subject: 'w',
      data: { version: nasty },
      ...more,
    });
    await audit.append(note(1));
    await audit.append(note(2, { user: 'bob', data: null }));
    await audit.append(note(3, { action: 'key.revoke', subject: 'k1' }));
    expect((await audit.list({ user: 'ann' })).items).toEqual([
      note(3, { action: 'key.revoke', subject: 'k1' }),
      note(1),
    ]);
    expect(ids(await audit.list({ action: 'workflow.save' }))).toEqual(['n2', 'n1']);
    expect(ids(await audit.list({ subject: 'k1' }))).toEqual(['n3']);
    const page = await audit.list({ limit: 2 });
    expect(ids(await audit.list({ limit: 2, cursor: page.nextCursor ?? '' }))).toEqual(['n1']);
    expect(await audit.prune(2)).toBe(1);
    expect(ids(await audit.list({}))).toEqual(['n3', 'n2']);
  });

  it('[S32] saved views and sealed secrets belong to a user', async () => {
    const { views, secrets } = store();
    const view = { id: 'v', user: 'ann', name: nasty, filter: { status: 'failed' }, createdAt: 1 };
    await views.put(view);
    await views.put({ ...view, user: 'bob' });
    await views.put({ ...view, filter: {}, createdAt: 2 });
    expect((await views.list({ user: 'ann' })).items).toEqual([{ ...view, filter: {} }]);
    expect(await views.delete('v', 'ann')).toBe(true);
    expect(await views.get('v', 'ann')).toBeUndefined();
    expect(await views.get('v', 'bob')).toMatchObject({ user: 'bob' });
    const secret = { name: nasty, user: 'ann', sealed: 'AAEC…', createdAt: 1, updatedAt: 1 };
    await secrets.put(secret);
    await secrets.put({ ...secret, sealed: nasty, createdAt: 3, updatedAt: 3 });
    expect(await secrets.get(nasty, 'ann')).toEqual({ ...secret, sealed: nasty, updatedAt: 3 });
    expect((await secrets.list({ user: 'ann' })).items).toEqual([
      { name: nasty, user: 'ann', createdAt: 1, updatedAt: 3 },
    ]);
    expect(await secrets.get(nasty, 'bob')).toBeUndefined();
    expect(await secrets.delete(nasty, 'ann')).toBe(true);
    expect(await secrets.delete(nasty, 'ann')).toBe(false);
  });
}
