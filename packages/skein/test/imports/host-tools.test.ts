// Goal: an imported file works with a real database and a real mail server, once their accounts are filled in.
import { importSource } from '@skein/dialects';
import type { Json } from '@skein/kernel';
import { freshPostgres, neededServer } from '@skein/testkit';
import { createEngine } from 'skein';
import { expect, it, onTestFinished } from 'vitest';
import { startMailReceiver } from '../receivers.ts';

const node = (
  name: string,
  type: string,
  version: number,
  rest: { parameters: Json; credentials?: Json },
) => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: version,
  position: [0, 0],
  ...rest,
});

const database = { credentials: { postgres: { id: '1', name: 'Shop DB' } } };

const source = {
  id: 'orders',
  name: 'Orders',
  nodes: [
    node('Orders', 'executeWorkflowTrigger', 1.1, { parameters: { inputSource: 'passthrough' } }),
    node('Store', 'postgres', 2.6, {
      ...database,
      parameters: {
        operation: 'upsert',
        table: { __rl: true, mode: 'list', value: 'orders' },
        columns: {
          mappingMode: 'defineBelow',
          value: { id: '={{ $json.id }}', name: '={{ $json.name }}' },
          matchingColumns: ['id'],
        },
      },
    }),
    node('Look', 'postgres', 2.6, {
      ...database,
      parameters: {
        operation: 'executeQuery',
        query: "select name, length(name) as letters from orders where name = '{{ $json.name }}'",
      },
    }),
    node('Tell', 'emailSend', 2.1, {
      credentials: { smtp: { id: '2', name: 'Office' } },
      parameters: {
        fromEmail: 'shop@example.org',
        toEmail: 'ana@example.org',
        subject: '={{ $json.name }} is stored',
        emailFormat: 'text',
        text: '={{ $json.letters }} letters',
      },
    }),
  ],
  connections: Object.fromEntries(
    [
      ['Orders', 'Store'],
      ['Store', 'Look'],
      ['Look', 'Tell'],
    ].map(([from = '', to = '']) => [from, { main: [[{ node: to, type: 'main', index: 0 }]] }]),
  ),
  settings: { executionOrder: 'v1' },
};

it('[C3150] imported nodes of Postgres and Send Email ask a real database and send real mails', async () => {
  const shop = await freshPostgres(await neededServer('postgres'));
  onTestFinished(() => shop.drop());
  await shop.run(
    "create table orders (id int primary key, name text); insert into orders values (1, 'old')",
  );
  const mail = await startMailReceiver({ user: 'shop', password: 'canary-1234' });
  const imported = importSource(source);
  expect(imported?.losses.map(({ kind }) => kind)).toEqual(['binding', 'binding', 'binding']);
  const engine = await createEngine({
    environment: { SHOP_DB: shop.url, OFFICE: 'canary-1234' },
    config: {
      postgres: { 'shop-db': { url: '${SHOP_DB}' } },
      mail: {
        office: {
          host: '127.0.0.1',
          port: mail.port,
          tls: false,
          from: 'Shop <shop@example.org>',
          user: 'shop',
          password: '${OFFICE}',
          recipients: ['*@example.org'],
        },
      },
    },
  });
  onTestFinished(() => engine.close());
  const { id } = await engine.workflows.save(imported?.definition ?? {});
  const started = await engine.runs.start(id, {
    input: [
      { id: 1, name: "Ann O'Neil" },
      { id: 2, name: 'Bob' },
    ],
  });
  const result = await engine.runs.finished(started.id);
  expect(result).toMatchObject({ status: 'completed' });
  expect(await shop.run('select id, name from orders order by id')).toEqual([
    { id: 1, name: "Ann O'Neil" },
    { id: 2, name: 'Bob' },
  ]);
  expect(mail.mails.map(({ to }) => to)).toEqual([['ana@example.org'], ['ana@example.org']]);
  const [first] = mail.mails;
  expect(first?.source).toMatch(/^From: Shop <shop@example.org>$/m);
  expect(first?.source).toMatch(/^Subject: Ann O'Neil is stored$/m);
  expect(first?.source).toMatch(/^10 letters$/m);
  expect(JSON.stringify(result)).not.toContain('canary');
});
