// The answer page
// Plain HTML that works without scripts. Everything that comes from a workflow is text here, never markup.
import { askedAddress, type Json, type WaitQuestion } from '@skein/api';
import { argumentText, askedCall, type AskedCall } from '../../values/asked-call.ts';
import { escapeHtml, htmlPage } from '../../values/html.ts';
import { argumentFields, editsName } from './argument-fields.ts';
import { formFields, type FormField } from './form-fields.ts';
import { shownTexts } from './shown-texts.ts';

export interface AskedPage {
  readonly question: WaitQuestion;
  /** The workflow, as people call it. */
  readonly workflow: string;
  /** Whom the link speaks for. */
  readonly recipient: string;
  readonly until: number;
  /** Why what was sent was not accepted. */
  readonly complaint?: string | undefined;
  /** What was sent. */
  readonly given?: URLSearchParams | undefined;
}

/** The question, and the form that answers it. */
export function askingPage(page: AskedPage): string {
  const { question, workflow, recipient, until, complaint, given } = page;
  const isApproval = question.kind === 'approval';
  const prompt = question.prompt ?? (isApproval ? 'Approve?' : 'Your answer is needed.');
  const hasForm = !isApproval || (question.schema !== undefined && question.schema !== null);
  const fields = hasForm ? formFields(question.schema) : [];
  const problem =
    complaint === undefined ? '' : `<p role="alert" class="problem">${escapeHtml(complaint)}</p>`;
  return htmlPage(
    workflow,
    `<main class="shared">
<p class="note">${escapeHtml(workflow)}</p>
<h1 class="prompt">${escapeHtml(prompt)}</h1>
${valuesOf(question.data)}
${problem}
<form method="post" accept-charset="utf-8" autocomplete="off">
${fields.map((field) => fieldHtml(field, given)).join('\n')}
${isApproval ? argumentsHtml(question.data, given) : ''}
${isApproval ? decisionHtml(given) : '<p><button type="submit">Send</button></p>'}
</form>
<p class="note">You answer as ${escapeHtml(recipient.replace(/^mail:/, ''))}. This link works once, until ${escapeHtml(shownTime(until))}.</p>
</main>`,
  );
}

/** A page that only says something. */
export function sayingPage(title: string, text: string): string {
  return htmlPage(
    title,
    `<main class="shared">
<h1>${escapeHtml(title)}</h1>
<p role="status">${escapeHtml(text)}</p>
</main>`,
  );
}

function valuesOf(data: Json | undefined): string {
  if (data === undefined || data === null) return '';
  const call = askedCall(data);
  if (call !== undefined) return callHtml(call);
  const address = askedAddress(data);
  if (address !== null) return addressHtml(address);
  return `<h2>What it is about</h2>\n<pre>${escapeHtml(JSON.stringify(data, null, 2))}</pre>`;
}

/** The prompt names who asks for it. A tab of its own: this page is where the answer is given afterwards. */
function addressHtml(address: string): string {
  const shown = escapeHtml(address);
  return `<h2>What it is about</h2>\n<p><a href="${shown}" target="_blank" rel="noopener noreferrer">${shown}</a></p>`;
}

/** What will be done, and nothing of how a tool describes itself. */
function callHtml({ tool, arguments: args }: AskedCall): string {
  const listed = Object.entries(args).map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(argumentText(value))}</dd>`,
  );
  const list = listed.length === 0 ? '<p>Without arguments.</p>' : `<dl>${listed.join('\n')}</dl>`;
  return `<h2>What ${escapeHtml(tool)} will do</h2>\n${list}`;
}

/** Folded: most people only decide. What was filled in and refused is shown. */
function argumentsHtml(data: Json | undefined, given: URLSearchParams | undefined): string {
  const fields = argumentFields(data);
  if (fields.length === 0) return '';
  return `<details${given?.has(editsName) === true ? ' open' : ''}><summary>Change the arguments</summary>
<input type="hidden" name="${editsName}" value="1">
${fields.map((field) => fieldHtml(field, given)).join('\n')}
</details>`;
}

function decisionHtml(given: URLSearchParams | undefined): string {
  const note = escapeHtml(given?.get('note') ?? '');
  return `<p><label for="note">Note (optional)</label><textarea id="note" name="note" rows="3" maxlength="10000">${note}</textarea></p>
<p class="decision"><button type="submit" name="decision" value="approve">Approve</button>
<button type="submit" name="decision" value="reject" formnovalidate class="refusal">Reject</button></p>`;
}

export function fieldHtml(field: FormField, given: URLSearchParams | undefined): string {
  const { name, label, help, isRequired } = field;
  const mark = isRequired && field.kind !== 'yes-no' ? ' *' : '';
  const id = escapeHtml(name);
  const hint = help === '' ? '' : `<br><small id="${id}.help">${escapeHtml(help)}</small>`;
  const about = help === '' ? '' : ` aria-describedby="${id}.help"`;
  const at = `id="${id}" name="${id}"${about}`;
  const before = given?.get(name) ?? undefined;
  if (field.kind === 'choices') return choicesHtml(field, given);
  if (field.kind === 'yes-no') {
    const isOn = given === undefined ? field.initial === true : given.has(name);
    return `<p><input type="checkbox" ${at} value="true"${isOn ? ' checked' : ''}> <label for="${id}">${escapeHtml(label)}</label>${hint}</p>`;
  }
  const must = isRequired ? ' required' : '';
  return `<p><label for="${id}">${escapeHtml(label)}${mark}</label>${hint}${controlHtml(field, `${at}${must}`, before)}</p>`;
}

/** Fields that browsers have for formats, where what they send is what the format wants. */
const inputTypes: ReadonlyMap<string, string> = new Map([
  ['date', 'date'],
  ['email', 'email'],
  ['uri', 'url'],
]);

function controlHtml(field: FormField, at: string, before: string | undefined): string {
  const { kind, format, options, isRequired } = field;
  const value = before ?? shownTexts(field)[0] ?? '';
  switch (kind) {
    case 'choice': {
      const none = isRequired ? [] : ['<option value=""></option>'];
      const listed = options.map((option) => {
        const each = JSON.stringify(option);
        const text = typeof option === 'string' ? option : each;
        return `<option value="${escapeHtml(each)}"${each === value ? ' selected' : ''}>${escapeHtml(text)}</option>`;
      });
      return `<select ${at}>${[...none, ...listed].join('')}</select>`;
    }
    case 'number':
      return `<input type="number" step="any" ${at} value="${escapeHtml(value)}">`;
    case 'text':
      return `<input type="${inputTypes.get(format) ?? 'text'}" ${at} value="${escapeHtml(value)}">`;
    case 'json':
      return textAreaHtml(`${at} rows="6" spellcheck="false" placeholder="JSON"`, value);
    case 'long':
    case 'yes-no':
    case 'choices':
      return textAreaHtml(`${at} rows="5"`, value);
  }
}

/** Browsers drop a line break at the start of a text area, so there is one to drop. */
function textAreaHtml(at: string, value: string): string {
  return `<textarea ${at}>\n${escapeHtml(value)}</textarea>`;
}

function choicesHtml(field: FormField, given: URLSearchParams | undefined): string {
  const { name, label, options } = field;
  const chosen = given?.getAll(name) ?? shownTexts(field);
  const boxes = options.map((option, i) => {
    const value = JSON.stringify(option);
    const id = escapeHtml(`${name}.${i}`);
    const text = typeof option === 'string' ? option : value;
    return `<span><input type="checkbox" id="${id}" name="${escapeHtml(name)}" value="${escapeHtml(value)}"${chosen.includes(value) ? ' checked' : ''}> <label for="${id}">${escapeHtml(text)}</label></span>`;
  });
  return `<fieldset><legend>${escapeHtml(label)}</legend>${boxes.join('<br>')}</fieldset>`;
}

/** In words that need no knowledge of formats; where the reader is, is not known here. */
function shownTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
