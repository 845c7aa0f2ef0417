// The page of a shared chat, in pieces that are sent as they come
// P1. It can be used without scripts: what is said arrives as a page that is still loading, and messages are sent as a form.
// P2. Everything that comes from a workflow or a visitor is text, never markup.
import { randomUUID } from 'node:crypto';
import { escapeHtml, htmlPage } from '../../../values/html.ts';
import type { Share } from '../stored-shares.ts';
import { themed } from '../themed.ts';

export const messageMax = 10_000;
const split = '<!-- conversation -->';

/** Before and after the conversation. */
export function chatFrame(
  share: Share,
  { title, place }: { readonly title: string; readonly place: string },
): { readonly head: string; readonly tail: string } {
  const intro = share.intro === null ? '' : `<p class="prompt">${escapeHtml(share.intro)}</p>\n`;
  const page = themed(
    share,
    htmlPage(
      title,
      `<main class="shared chat">
<header>
<h1>${escapeHtml(title)}</h1>
<p class="new"><a href="${place}">New chat</a></p>
</header>
${intro}<div role="log" aria-label="Conversation">
${split}
</main>`,
    ).replace('</head>', '<script defer src="./chat.js"></script>\n</head>'),
  );
  const [head = '', tail = ''] = page.split(split);
  return { head, tail };
}

/** `files`: the names of those that came along. */
export function visitorSaid(text: string, files: readonly string[] = []): string {
  const names = files.map((name) => `<li>${escapeHtml(name)}</li>`).join('');
  const list = names === '' ? '' : `<ul class="files" aria-label="Files">${names}</ul>`;
  return `<article class="said visitor"><h2 class="hidden">You</h2><p class="prompt">${escapeHtml(text)}</p>${list}</article>\n`;
}

/** Sends another message in place of this one. */
export function editForm(
  address: string,
  { id, text }: { readonly id: string; readonly text: string },
): string {
  const field = `edit-${escapeHtml(id)}`;
  return `<details class="edit"><summary>Edit<span class="hidden"> “${escapeHtml(text.slice(0, 60))}”</span></summary>
<form method="post" action="${address}" accept-charset="utf-8" autocomplete="off">
<input type="hidden" name="key" value="${randomUUID()}"><input type="hidden" name="edit" value="${escapeHtml(id)}">
<label for="${field}">Your message</label>
<textarea id="${field}" name="message" rows="3" maxlength="${messageMax}" required>${escapeHtml(text)}</textarea>
<button type="submit">Send instead</button>
</form></details>
`;
}

/** The beginning of an answer: its text follows piece by piece. */
export const answerBegins = `<article class="said"><h2 class="hidden">Answer</h2><p class="prompt">`;
export const answerEnds = '</p></article>\n';

export function noteHtml(text: string): string {
  return `<p role="status" class="note">${escapeHtml(text)}</p>\n`;
}

/** Shown while an answer comes: with the form for the next message it goes. */
export function stopForm(address: string): string {
  return `<form method="post" action="${address}" class="stop"><button type="submit" name="stop" value="1" class="quiet">Stop</button></form>\n`;
}

export function againForm(address: string): string {
  return `<form method="post" action="${address}" class="again"><input type="hidden" name="key" value="${randomUUID()}"><button type="submit" name="again" value="1" class="quiet">Try again</button></form>\n`;
}

/** Why a message was not taken: before everything else, because an answer may take its time. */
export function complaintHtml(complaint: string): string {
  return `<p role="alert" class="problem">${escapeHtml(complaint)}</p>\n`;
}

const texts = 'text/*,application/json,.md,.csv,.json,.yaml,.yml,.xml,.ts,.js,.py,.sql,.toml,.log';
const pictures = 'image/png,image/jpeg,image/gif,image/webp';

/** `text`: what could not be sent. */
export function composer(
  address: string,
  { text, hasPictures }: { readonly text: string; readonly hasPictures: boolean },
): string {
  const accept = hasPictures ? `${pictures},${texts}` : texts;
  return `<form method="post" action="${address}" enctype="multipart/form-data" accept-charset="utf-8" autocomplete="off" class="composer" id="compose">
<input type="hidden" name="key" value="${randomUUID()}">
<label for="message">Message</label>
<textarea id="message" name="message" rows="2" maxlength="${messageMax}" required autofocus>${escapeHtml(text)}</textarea>
<button type="submit">Send</button>
<input type="file" name="files" multiple accept="${accept}" aria-label="Add ${hasPictures ? 'pictures or texts' : 'texts'}">
</form>
`;
}
