import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createVault, environmentSecrets, secretFile } from '@skein/agents';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../fake-node-io.ts';
import { hostileServer, temporaryFolder, toolCall } from '../mcp/mcp-world.ts';
import { jsonAnswer, requestServer, toolsOf } from './request-world.ts';

const key = Buffer.alloc(32, 7).toString('base64');

describe('the vault', () => {
  const vault = () =>
    createVault(
      environmentSecrets(
        { KEY: 'can"ary/key 1', OTHER: 'canary-other' },
        new Map([['KEY', ['api.test']]]),
      ),
    );

  it('[A181] fills in secrets for the hosts that they are bound to, and no other', async () => {
    const { fill } = vault();
    expect(await fill('Bearer ${KEY} $${KEY} $&', 'api.test:8080')).toBe(
      'Bearer can"ary/key 1 ${KEY} $&',
    );
    expect(await fill('${OTHER}', 'anywhere')).toBe('canary-other');
    for (const target of ['evil.test', 'api.test.evil.test', 'mcp:api.test']) {
      expect(await failureOf(() => fill('${KEY}', target))).toMatchObject({
        code: 'SECRET_REFUSED',
      });
    }
    expect(await failureOf(() => fill('${NONE}', 'api.test'))).toMatchObject({
      code: 'SECRET_REFUSED',
      message: 'There is no secret "NONE".',
    });
    expect(await failureOf(() => fill('${constructor}', 'api.test'))).toMatchObject({
      code: 'SECRET_REFUSED',
    });
  });

  it('[A182] takes them out of texts again, in every form that they were written in', async () => {
    const { fill, redact, redactJson } = vault();
    await fill('${KEY}${OTHER}', 'api.test');
    const value = 'can"ary/key 1';
    const forms = [value, encodeURIComponent(value), Buffer.from(value).toString('base64')];
    expect(redact(forms.join(' | '))).toBe('[secret KEY] | [secret KEY] | [secret KEY]');
    expect(redactJson({ [value]: [`x${value}y`], plain: 1 })).toEqual({
      '[secret KEY]': ['x[secret KEY]y'],
      plain: 1,
    });
  });
});

describe('a secret in a text of others', () => {
  it('[A440] is masked in base64 at every alignment, encoded for addresses, and in any letter case', async () => {
    const value = 'Canary+Key/9 ü?';
    const { fill, redact } = createVault(environmentSecrets({ KEY: value }));
    await fill('${KEY}', 'api.test');
    const forms = [
      value.toUpperCase(),
      value.toLowerCase(),
      encodeURIComponent(value).toLowerCase(),
      new URLSearchParams({ q: value }).toString(),
      JSON.stringify({ value }),
    ];
    for (const form of forms) expect(redact(`> ${form} <`)).toContain('[secret KEY]');
    for (const before of ['', 'a', 'ab', 'abc', 'user:', 'Bearer ']) {
      for (const after of ['', 'x', 'xy', 'xyz']) {
        for (const encoding of ['base64', 'base64url'] as const) {
          const text = Buffer.from(`${before}${value}${after}`).toString(encoding);
          const masked = redact(text);
          expect(masked).toContain('[secret KEY]');
          // At most one character on each side still depends on the secret.
          const rest = masked.replace('[secret KEY]', '');
          expect(rest.length).toBeLessThanOrEqual(
            4 * Math.ceil((before.length + after.length + 4) / 3),
          );
        }
      }
    }
    expect(redact('An ordinary text about keys.')).toBe('An ordinary text about keys.');
  });
});

describe('the secret store', () => {
  it('[A183] seals values and their hosts with a key of the environment', async () => {
    const file = path.join(temporaryFolder(), 'deep', 'secrets.json');
    const store = secretFile(file, () => key);
    await store.set('KEY', { value: 'canary-sealed', hosts: ['api.test'] });
    await store.set('FREE', { value: 'canary-free' });
    await store.set('__proto__', { value: 'canary-proto' });
    expect(await store.find('KEY')).toEqual({ value: 'canary-sealed', hosts: ['api.test'] });
    expect(await store.find('__proto__')).toEqual({ value: 'canary-proto' });
    expect(await store.find('none')).toBeUndefined();
    expect(await store.list()).toEqual([
      { name: 'KEY', hosts: ['api.test'] },
      { name: 'FREE' },
      { name: '__proto__' },
    ]);
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('canary');
    expect(await store.remove('FREE')).toBe(true);
    expect(await store.remove('FREE')).toBe(false);
    for (const changed of [
      text.replace('api.test', 'evil.test'),
      text.replace('"KEY"', '"TAKEN"'),
      text.replace(/"data": "(.)/, (_, first) => `"data": "${first === 'A' ? 'B' : 'A'}`),
    ]) {
      writeFileSync(file, changed);
      const name = changed.includes('"TAKEN"') ? 'TAKEN' : 'KEY';
      expect(await failureOf(() => store.find(name))).toMatchObject({ code: 'SECRET_REFUSED' });
    }
  });

  it.each([undefined, '', 'short', Buffer.alloc(32, 8).toString('hex')])(
    '[A183] stays closed with the key %j',
    async (wrong) => {
      const file = path.join(temporaryFolder(), 'secrets.json');
      await secretFile(file, () => key).set('KEY', { value: 'canary-closed' });
      const failure = await failureOf(() => secretFile(file, () => wrong).find('KEY'));
      expect(failure).toMatchObject({ code: 'SECRET_REFUSED' });
      expect(JSON.stringify(failure)).not.toContain('canary');
    },
  );
});

it('[A182] a server that gives secrets back gives them to nobody', async () => {
  const canary = 'canary-of-header';
  const { base, host } = await requestServer(({ headers, url }, response) => {
    const status = url.startsWith('/bad') ? 500 : 200;
    jsonAnswer({ headers, url }, status)({} as never, response);
  });
  const tools = toolsOf(
    {
      http: {
        tools: {
          good: { url: `${base}/good?key=\${KEY}`, headers: { 'x-key': '${KEY}' } },
          bad: { url: `${base}/bad`, headers: { authorization: 'Basic ${KEY}' } },
        },
      },
      mcpServers: { e: { ...hostileServer('env'), env: { TOKEN: '${KEY}' } } },
    },
    { allow: [host], environment: { KEY: canary } },
  );
  for (const name of ['good', 'bad', 'e-work']) {
    const tool = await tools.find(name);
    const said = await Promise.resolve(tool?.run({}, toolCall())).catch((error: unknown) => error);
    const text = said instanceof Error ? `${said.message} ${said.stack}` : JSON.stringify(said);
    expect(text).toContain('[secret KEY]');
    expect(text).not.toContain(canary);
  }
});

it('[A181] a bound secret does not go to the process of a server, unless it is bound to that', async () => {
  const config = (hosts: string[]) => ({
    secrets: { hosts: { KEY: hosts } },
    mcpServers: { e: { ...hostileServer('env'), env: { TOKEN: '${KEY}' } } },
  });
  const environment = { KEY: 'canary-bound' };
  expect(
    await failureOf(() => toolsOf(config(['api.test']), { environment }).find('e-work')),
  ).toMatchObject({ code: 'SECRET_REFUSED' });
  expect(await toolsOf(config(['mcp:e']), { environment }).find('e-work')).toBeDefined();
});
