import { isObject, textAt, type Json } from '@skein/api';
import type { WebhookFormat } from './destinations.ts';
import { messageText } from './message-text.ts';
import type { SentMessage } from './sent-message.ts';
import { escaped, slackButtons } from './slack-actions.ts';

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
    hasButtons = false,
  }: {
    readonly format: WebhookFormat;
    readonly link: string | null;
    readonly source: string;
    /** Whether clicks on buttons come back. */
    readonly hasButtons?: boolean;
  },
): WebhookBody {
  switch (format) {
    case 'cloudevents':
      return {
        type: 'application/cloudevents+json',
        body: JSON.stringify(cloudEvent(record, link, source)),
      };
    case 'slack':
      return {
        type: 'application/json',
        body: JSON.stringify(slackMessage(record, { link, hasButtons })),
      };
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
    // An event of a workflow has the name that the workflow gave it.
    type: (kind === 'event.emitted' ? textAt(told, 'name') : undefined) ?? kind,
    subject: run,
    time: new Date(createdAt).toISOString(),
    datacontenttype: 'application/json',
    data: link === null ? told : { ...told, link: { url: link, expires } },
  };
}

function slackMessage(
  record: SentMessage,
  { link, hasButtons }: { readonly link: string | null; readonly hasButtons: boolean },
): Json {
  const text = slackText(record, link);
  if (link === null || !hasButtons) return { text };
  const { data } = record;
  const isApproval = isObject(data) && textAt(data, 'kind') === 'approval';
  const section = escaped(messageText(record).text).slice(0, sectionLengthMax);
  const blocks = [
    { type: 'section', text: { type: 'mrkdwn', text: section } },
    { type: 'actions', elements: slackButtons(link, isApproval) },
  ];
  return { text, blocks };
}

/** Slack refuses the message of a longer one. */
const sectionLengthMax = 2900;

function slackText(record: SentMessage, link: string | null): string {
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
