// Goal: operations of apps become the requests that the APIs of the apps document.
import type { JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { configOf, convert, errorsOf, kindsOf, n8n, start } from './build-n8n.ts';

/** The request of a node of an app, without what signs in. */
function request(type: string, parameters: JsonObject, version = 2.1) {
  const node = { name: 'App', type: `n8n-nodes-base.${type}`, version, parameters };
  const imported = convert(n8n([start, node], ['Start>App']));
  expect(errorsOf(imported)).toEqual([]);
  expect([...new Set(kindsOf(imported))]).toEqual(['credential']);
  const { auth, ...config } = configOf(imported, 'app_call');
  expect(auth).toBeDefined();
  return config;
}

function bound(type: string, parameters: JsonObject, version = 2.1): readonly string[] {
  const node = { name: 'App', type: `n8n-nodes-base.${type}`, version, parameters };
  return [...new Set(kindsOf(convert(n8n([start, node], ['Start>App']))))];
}

const id = (value: string) => ({ __rl: true, mode: 'id', value });

describe('apps', () => {
  it('[N2654] Telegram: methods of the Bot API, with the token in the address', () => {
    const url = 'https://api.telegram.org/bot{token}/';
    expect(
      request('telegram', {
        chatId: '={{ $json.chat }}',
        text: 'Hello',
        additionalFields: { parse_mode: 'HTML', appendAttribution: false },
      }),
    ).toEqual({
      url: `${url}sendMessage`,
      method: 'POST',
      body: { json: { chat_id: '${= item.chat ?? null }', text: 'Hello', parse_mode: 'HTML' } },
    });
    const keyboard = {
      rows: [{ row: { buttons: [{ text: 'Yes', additionalFields: { callback_data: 'y' } }] } }],
    };
    expect(
      request('telegram', {
        chatId: '1',
        text: 'Sure?',
        replyMarkup: 'inlineKeyboard',
        inlineKeyboard: keyboard,
      }),
    ).toMatchObject({
      body: {
        json: { reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }]] } },
      },
    });
    expect(
      request('telegram', {
        operation: 'sendPhoto',
        chatId: '1',
        file: 'https://a.example/b.png',
        additionalFields: { caption: 'B' },
      }),
    ).toEqual({
      url: `${url}sendPhoto`,
      method: 'POST',
      body: { json: { chat_id: '1', photo: 'https://a.example/b.png', caption: 'B' } },
    });
    expect(
      request('telegram', { operation: 'sendPhoto', chatId: '1', binaryData: true }),
    ).toMatchObject({
      body: { multipart: { chat_id: '1', photo: '${= item.binary.data }' } },
    });
    expect(
      request('telegram', { operation: 'deleteMessage', chatId: '1', messageId: '={{ $json.m }}' }),
    ).toMatchObject({
      url: `${url}deleteMessage`,
      body: { json: { chat_id: '1', message_id: '${= item.m ?? null }' } },
    });
  });

  it('[N2654] Slack: chat.postMessage, chat.update and chat.delete', () => {
    expect(
      request('slack', {
        select: 'channel',
        channelId: { __rl: true, mode: 'name', value: 'news' },
        text: 'Hi',
        otherOptions: { mrkdwn: true },
      }),
    ).toEqual({
      url: 'https://slack.com/api/chat.postMessage',
      method: 'POST',
      body: { json: { channel: '#news', text: 'Hi', mrkdwn: true } },
    });
    expect(
      request('slack', {
        select: 'user',
        user: id('U1'),
        text: 'Hi',
        messageType: 'block',
        blocksUi: '{"blocks":[{"type":"divider"}]}',
      }),
    ).toMatchObject({ body: { json: { channel: 'U1', blocks: [{ type: 'divider' }] } } });
    expect(
      request('slack', {
        operation: 'delete',
        select: 'channel',
        channelId: id('C1'),
        timestamp: '1.2',
      }),
    ).toMatchObject({
      url: 'https://slack.com/api/chat.delete',
      body: { json: { channel: 'C1', ts: '1.2' } },
    });
  });

  it('[N2654] Gmail: mails are uploaded as message/rfc822, whose headers data cannot add to', () => {
    const sent = request('gmail', {
      sendTo: '={{ $json.mail }}',
      subject: 'Grüße',
      message: '<b>Hi</b>',
      options: { ccList: 'a@example.org' },
    });
    expect(sent).toMatchObject({
      url: 'https://gmail.googleapis.com/upload/gmail/v1/users/me/messages/send',
      method: 'POST',
      query: { uploadType: 'media' },
      body: { type: 'message/rfc822' },
    });
    const text = JSON.stringify(sent['body']);
    for (const part of [
      'To: ',
      'Cc: ',
      'Subject: =?UTF-8?Q?',
      'text/html; charset=UTF-8',
      '<b>Hi</b>',
      String.raw`/[\\r\\n]+/g`,
    ])
      expect(text).toContain(part);
    expect(
      request('gmail', { operation: 'addLabels', messageId: '={{ $json.id }}', labelIds: ['L1'] }),
    ).toEqual({
      url: '${= `https://gmail.googleapis.com/gmail/v1/users/me/messages/${encodeURIComponent(text((item.id ?? "")))}/modify` }',
      method: 'POST',
      body: { json: { addLabelIds: ['L1'] } },
    });
    expect(request('gmail', { operation: 'markAsRead', messageId: 'm 1' })).toMatchObject({
      url: 'https://gmail.googleapis.com/gmail/v1/users/me/messages/m%201/modify',
      body: { json: { removeLabelIds: ['UNREAD'] } },
    });
  });

  it('[N2654] Airtable: records are created, changed, merged and searched', () => {
    const place = { base: id('app1'), table: id('tbl1') };
    const columns = {
      mappingMode: 'defineBelow',
      value: { Name: '={{ $json.n }}' },
      matchingColumns: ['Name'],
    };
    const url = 'https://api.airtable.com/v0/app1/tbl1';
    expect(
      request('airtable', { ...place, operation: 'create', columns, options: { typecast: true } }),
    ).toEqual({
      url,
      method: 'POST',
      body: { json: { fields: { Name: '${= item.n ?? null }' }, typecast: true } },
    });
    expect(request('airtable', { ...place, operation: 'upsert', columns })).toEqual({
      url,
      method: 'PATCH',
      body: {
        json: {
          performUpsert: { fieldsToMergeOn: ['Name'] },
          records: [{ fields: { Name: '${= item.n ?? null }' } }],
        },
      },
    });
    const byId = { ...columns, value: { id: 'rec1', Name: 'x' }, matchingColumns: ['id'] };
    expect(request('airtable', { ...place, operation: 'update', columns: byId })).toEqual({
      url: `${url}/rec1`,
      method: 'PATCH',
      body: { json: { fields: { Name: 'x' } } },
    });
    expect(
      request('airtable', { ...place, operation: 'search', filterByFormula: '{Name}="x"' }),
    ).toEqual({
      url,
      method: 'GET',
      query: { filterByFormula: '{Name}="x"' },
      pagination: { cursor: { path: 'offset', param: 'offset' }, items: 'records' },
    });
  });

  it('[N2654] Notion: pages of databases are created, changed and queried', () => {
    const headers = { 'Notion-Version': '2022-06-28' };
    const propertiesUi = {
      propertyValues: [
        { key: 'Name|title', title: '={{ $json.n }}' },
        { key: 'State|select', selectValue: 'Open' },
        { key: 'Text|rich_text', textContent: 'words' },
      ],
    };
    expect(
      request('notion', { resource: 'databasePage', databaseId: id('db1'), propertiesUi }),
    ).toEqual({
      url: 'https://api.notion.com/v1/pages',
      method: 'POST',
      headers,
      body: {
        json: {
          parent: { database_id: 'db1' },
          properties: {
            Name: { title: [{ type: 'text', text: { content: '${= item.n ?? null }' } }] },
            State: { select: { name: 'Open' } },
            Text: { rich_text: [{ type: 'text', text: { content: 'words' } }] },
          },
        },
      },
    });
    expect(
      request('notion', {
        resource: 'databasePage',
        operation: 'getAll',
        databaseId: id('db1'),
        returnAll: true,
      }),
    ).toMatchObject({
      url: 'https://api.notion.com/v1/databases/db1/query',
      method: 'POST',
      pagination: {
        cursor: { path: 'next_cursor', param: 'start_cursor', in: 'body' },
        items: 'results',
      },
    });
  });

  it('[N2654] Notion: filters of a query', () => {
    const filtered = (parameters: JsonObject) =>
      request('notion', {
        resource: 'databasePage',
        operation: 'getAll',
        databaseId: id('db1'),
        options: {},
        ...parameters,
      });
    const conditions = [
      { key: 'URL|url', condition: 'equals', urlValue: '={{ $json.url }}' },
      { key: 'Phone|phone_number', condition: 'is_not_empty' },
      { key: 'Done at|date', condition: 'past_week' },
    ];
    expect(filtered({ filterType: 'manual', filters: { conditions } })['body']).toEqual({
      json: {
        page_size: 50,
        filter: {
          or: [
            { property: 'URL', url: { equals: '${= item.url ?? null }' } },
            { property: 'Phone', phone_number: { is_not_empty: true } },
            { property: 'Done at', date: { past_week: {} } },
          ],
        },
      },
    });
    const filterJson = '{"property":"Done","checkbox":{"equals":true}}';
    expect(filtered({ filterType: 'json', filterJson })['body']).toEqual({
      json: { page_size: 50, filter: { property: 'Done', checkbox: { equals: true } } },
    });
    const dated = [{ key: 'Due|date', condition: 'equals', date: '2026-01-01' }];
    const unsaid = { filterType: 'manual', filters: { conditions: dated } };
    expect(
      bound('notion', {
        resource: 'databasePage',
        operation: 'getAll',
        databaseId: id('db1'),
        ...unsaid,
      }),
    ).toEqual(['binding']);
  });

  it('[N2654] Google Drive and Calendar: files, folders and events', () => {
    const files = 'https://www.googleapis.com/drive/v3/files';
    expect(
      request('googleDrive', { resource: 'folder', name: 'New', folderId: id('f1') }, 3),
    ).toEqual({
      url: files,
      method: 'POST',
      query: { supportsAllDrives: 'true' },
      body: {
        json: { mimeType: 'application/vnd.google-apps.folder', name: 'New', parents: ['f1'] },
      },
    });
    expect(
      request(
        'googleDrive',
        { resource: 'fileFolder', queryString: "Ann's", filter: { folderId: id('f1') } },
        3,
      ),
    ).toMatchObject({
      url: files,
      query: {
        q: String.raw`${'$'}{= ["name contains " + "'" + text("Ann's").replaceAll("'", "\\'") + "'", "'" + text("f1").replaceAll("'", "\\'") + "'" + " in parents", "trashed = false"].join(" and ") }`,
        pageSize: 50,
      },
    });
    const calendar = id('a@example.org');
    const start_ = '2026-11-17T10:00:00Z';
    expect(
      request(
        'googleCalendar',
        {
          calendar,
          start: start_,
          end: '={{ $json.end }}',
          additionalFields: { summary: 'Talk', attendees: ['b@example.org'] },
        },
        1.3,
      ),
    ).toEqual({
      url: 'https://www.googleapis.com/calendar/v3/calendars/a%40example.org/events',
      method: 'POST',
      body: {
        json: {
          start: { dateTime: start_ },
          end: { dateTime: '${= item.end ?? null }' },
          summary: 'Talk',
          attendees: [{ email: 'b@example.org' }],
        },
      },
    });
    expect(
      request('googleCalendar', { operation: 'getAll', calendar, timeMin: start_ }, 1.3),
    ).toMatchObject({
      method: 'GET',
      query: { timeMin: start_, maxResults: 50 },
    });
  });

  it('[N2654] what the request would not say leaves the node a tool to bind', () => {
    expect(
      bound('telegram', { chatId: '1', text: 'x', additionalFields: { unheard_of: true } }),
    ).toEqual(['binding']);
    const named = { additionalFields: { fileName: 'a.png' } };
    expect(
      bound('telegram', { operation: 'sendPhoto', chatId: '1', binaryData: true, ...named }),
    ).toEqual(['binding']);
    expect(
      bound('gmail', {
        sendTo: 'a@example.org',
        subject: '',
        message: '',
        options: { attachmentsUi: { values: [1] } },
      }),
    ).toEqual(['binding']);
    expect(bound('slack', { operation: 'sendAndWait', channelId: id('C1') })).toEqual(['binding']);
  });

  it('[N2654] the tool of an agent is the same request, filled in by the model', () => {
    const lc = '@n8n/n8n-nodes-langchain.';
    const agent = {
      name: 'Ask',
      type: `${lc}agent`,
      version: 1.7,
      parameters: { promptType: 'define', text: 'x' },
    };
    const tool = {
      name: 'Tell',
      type: 'n8n-nodes-base.telegramTool',
      version: 1.2,
      parameters: {
        chatId: '7',
        text: "={{ $fromAI('Text', 'what to say') }}",
        additionalFields: {},
      },
    };
    const { definition } = convert(n8n([start, agent, tool], ['Start>Ask', 'Tell>ai_tool>Ask']));
    expect(definition['tools']).toMatchObject({
      Tell: {
        parameters: { properties: { Text: { type: 'string', description: 'what to say' } } },
        http: {
          url: 'https://api.telegram.org/bot{token}/sendMessage',
          body: { json: { chat_id: '7' } },
        },
      },
    });
  });
});
