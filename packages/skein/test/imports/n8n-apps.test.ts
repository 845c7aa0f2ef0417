// Goal: imported nodes of apps do with real answers what n8n does. Method: a real engine and a real server in the place of the app's.
import { describe, expect, it } from 'vitest';
import { runApp } from './run-app.ts';

const place = {
  documentId: { __rl: true, mode: 'id', value: 'doc-1' },
  sheetName: { __rl: true, mode: 'name', value: 'My rows' },
};
const table = [
  ['id', 'name'],
  ['1', 'Ann'],
  ['2', 'Bob'],
  ['', ''],
];

describe('apps of n8n', () => {
  it('[X2651] Telegram: the token is in the address, and one message is sent per item', async () => {
    const parameters = {
      chatId: '={{ $json.chat }}',
      text: '=Hello {{ $json.name }}',
      additionalFields: {},
    };
    const done = await runApp(
      { type: 'telegram', version: 1.2, parameters },
      [
        { chat: 1, name: 'Ann' },
        { chat: 2, name: 'Bob' },
      ],
      ({ body }) => ({ ok: true, result: body }),
    );
    expect(done.output).toEqual([
      { ok: true, result: { parse_mode: 'Markdown', chat_id: 1, text: 'Hello Ann' } },
      { ok: true, result: { parse_mode: 'Markdown', chat_id: 2, text: 'Hello Bob' } },
    ]);
    expect(done.asked.map(({ path }) => path)).toEqual([
      '/bota-key:of-the-app/sendMessage',
      '/bota-key:of-the-app/sendMessage',
    ]);
  });

  it('[X2651] Slack: an answer that is not ok fails the node', async () => {
    const parameters = {
      select: 'channel',
      channelId: { __rl: true, mode: 'id', value: 'C1' },
      text: 'Hi',
    };
    const done = await runApp({ type: 'slack', version: 2.2, parameters }, [{}], () => ({
      ok: false,
      error: 'channel_not_found',
    }));
    expect([done.status, done.error]).toEqual([
      'failed',
      expect.stringContaining('channel_not_found'),
    ]);
    expect(done.asked[0]?.authorization).toBe('Bearer a-key:of-the-app');
  });

  it('[X2651][X2850] Gmail: the mail has its headers and its text, and a subject beyond ASCII', async () => {
    const parameters = {
      sendTo: '={{ $json.mail }}',
      subject: 'Grüße_1',
      message: 'Hällo',
      emailType: 'text',
    };
    const done = await runApp(
      { type: 'gmail', version: 2.1, parameters },
      [{ mail: 'a@example.org\r\nBcc: b@example.org' }],
      () => ({ id: 'm1' }),
    );
    expect(done.output).toEqual([{ id: 'm1' }]);
    const body = done.asked[0]?.body;
    const text = typeof body === 'string' ? body : '';
    expect(text.split('\r\n\r\n')).toEqual([
      expect.stringContaining('To: a@example.org Bcc: b@example.org\r\n'),
      'Hällo',
    ]);
    expect(text).toContain('Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe=5F1?=\r\n');
    expect(done.asked[0]?.authorization).toBe('Bearer a-token-of-ann');
  });

  it('[X2651] Google Sheets: rows are items with their numbers, and empty ones are left out', async () => {
    const done = await runApp(
      { type: 'googleSheets', version: 4.5, parameters: { ...place, options: {} } },
      [{}],
      () => ({ values: table }),
    );
    expect(done.output).toEqual([
      { row_number: 2, id: '1', name: 'Ann' },
      { row_number: 3, id: '2', name: 'Bob' },
    ]);
  });

  it('[X2651] Google Sheets: whole items are appended, and their new names become columns', async () => {
    const parameters = {
      ...place,
      operation: 'append',
      columns: { mappingMode: 'autoMapInputData', value: {} },
      options: {},
    };
    const input = [{ name: 'Cid', tags: ['a'] }];
    const done = await runApp({ type: 'googleSheets', version: 4.5, parameters }, input, () => ({
      values: [table[0] ?? []],
    }));
    expect([done.status, done.output]).toEqual(['completed', input]);
    expect(
      done.asked.slice(1).map(({ method, path, body }) => [method, path.split('?')[0], body]),
    ).toEqual([
      [
        'PUT',
        "/v4/spreadsheets/doc-1/values/'My rows'!1:1",
        { majorDimension: 'ROWS', values: [['id', 'name', 'tags']] },
      ],
      [
        'POST',
        "/v4/spreadsheets/doc-1/values/'My rows'!A1:append",
        { majorDimension: 'ROWS', values: [['', 'Cid', '["a"]']] },
      ],
    ]);
  });

  it('[X2651] Google Sheets: a row that matches is changed, another is added; an update adds none', async () => {
    const columns = {
      mappingMode: 'defineBelow',
      value: { id: '={{ $json.id }}', name: '={{ $json.name }}' },
      matchingColumns: ['id'],
    };
    const input = [
      { id: 2, name: 'Bea' },
      { id: 9, name: 'New' },
    ];
    const data = [{ range: "'My rows'!B3", values: [['Bea']] }];
    const run = (operation: string) =>
      runApp(
        {
          type: 'googleSheets',
          version: 4.5,
          parameters: { ...place, operation, columns, options: {} },
        },
        input,
        () => ({ values: table }),
      );
    const both = await run('appendOrUpdate');
    expect(both.asked.slice(1).map(({ body }) => body)).toEqual([
      { valueInputOption: 'USER_ENTERED', data },
      { majorDimension: 'ROWS', values: [[9, 'New']] },
    ]);
    const only = await run('update');
    expect([only.output, only.asked.length]).toEqual([input, 2]);
  });

  it('[X2651] Notion: a page is shown in the short form of n8n', async () => {
    const page = {
      object: 'page',
      id: 'p1',
      url: 'https://notion.example/p1',
      properties: {
        Name: { type: 'title', title: [{ plain_text: 'One' }] },
        'Due at': { type: 'select', select: { name: 'Soon' } },
      },
    };
    const parameters = {
      resource: 'databasePage',
      operation: 'get',
      pageId: { __rl: true, mode: 'id', value: 'p1' },
    };
    const done = await runApp({ type: 'notion', version: 2.2, parameters }, [{}], () => page);
    expect(done.output).toEqual([
      {
        id: 'p1',
        name: 'One',
        url: 'https://notion.example/p1',
        property_name: 'One',
        property_due_at: 'Soon',
      },
    ]);
  });
});
