import { isObject, type Json } from '@skein/api';
import type { WebhookFormat } from './destinations.ts';
import { messageText } from './message-text.ts';
import type { SentMessage } from './sent-message.ts';

export interface WebhookBody {
  readonly type: string;
  readonly body: string;
}

/** `source` says which installation it comes from. */
export function webhookBody(
  record: SentMessage,
  {
    format,
    link,
    source,
  }: { readonly format: WebhookFormat; readonly link: string | null; readonly source: string },
): WebhookBody {
  switch (format) {
    case 'cloudevents':
      return {
        type: 'application/cloudevents+json',
        body: JSON.stringify(cloudEvent(record, link, source)),
      };
    case 'slack':
      return { type: 'application/json', body: JSON.stringify({ text: slackText(record, link) }) };
    case 'teams':
      return { type: 'application/json', body: JSON.stringify(teamsMessage(record, link)) };
  }
}

/** CloudEvents 1.0, in its JSON form. */
function cloudEvent(
  { id, kind, run, createdAt, data, linkUntil }: SentMessage,
  link: string | null,
  source: string,
): Json {
  const expires = linkUntil === null ? null : new Date(linkUntil).toISOString();
  const told = isObject(data) ? data : { data };
  return {
    specversion: '1.0',
    id,
    source,
    type: kind,
    subject: run,
    time: new Date(createdAt).toISOString(),
    datacontenttype: 'application/json',
    data: link === null ? told : { ...told, link: { url: link, expires } },
  };
}

/** Slack takes three characters for markup wherever they stand. */
function slackText(record: SentMessage, link: string | null): string {
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const { text } = messageText(record);
  return link === null ? escaped(text) : `${escaped(text)}\n<${link}|Answer>`;
}

/** A card, as the webhooks of Teams workflows take it. */
function teamsMessage(record: SentMessage, link: string | null): Json {
  const { text } = messageText(record);
  const body = text.split('\n').map((line) => ({
    type: 'TextBlock',
    // Backslashes keep what a workflow says from being Markdown.
    text: line.replaceAll(/[\\`*_{}[\]()#+\-.!|>~]/g, String.raw`\$&`),
    wrap: true,
  }));
  const actions = link === null ? [] : [{ type: 'Action.OpenUrl', title: 'Answer', url: link }];
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body,
    actions,
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return { type: 'message', attachments: [{ contentType, content: card }] };
}
