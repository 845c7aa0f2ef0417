// The answer page
// Plain HTML that works without scripts. Everything that comes from a workflow is text here, never markup.
import { type Json, type WaitQuestion } from '@skein/api';
import { argumentText, askedCall, type AskedCall } from '../../values/asked-call.ts';
import { escapeHtml, htmlPage } from '../../values/html.ts';
import { formFields, type FormField } from './form-fields.ts';

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
    `<main>
<p>${escapeHtml(workflow)}</p>
<h1 class="prompt">${escapeHtml(prompt)}</h1>
${valuesOf(question.data)}
${problem}
<form method="post" accept-charset="utf-8" autocomplete="off">
${fields.map((field) => fieldHtml(field, given)).join('\n')}
${isApproval ? decisionHtml(given) : '<p><button type="submit">Send</button></p>'}
</form>
<p><small>You answer as ${escapeHtml(recipient.replace(/^mail:/, ''))}. This link works once, until ${escapeHtml(shownTime(until))}.</small></p>
</main>`,
  );
}

/** A page that only says something. */
export function sayingPage(title: string, text: string): string {
  return htmlPage(
    title,
    `<main>
<h1>${escapeHtml(title)}</h1>
<p role="status">${escapeHtml(text)}</p>
</main>`,
  );
}

function valuesOf(data: Json | undefined): string {
  if (data === undefined || data === null) return '';
  const call = askedCall(data);
  if (call !== undefined) return callHtml(call);
  return `<h2>What it is about</h2>\n<pre>${escapeHtml(JSON.stringify(data, null, 2))}</pre>`;
}

/** What will be done, and nothing of how a tool describes itself. */
function callHtml({ tool, arguments: args }: AskedCall): string {
  const listed = Object.entries(args).map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(argumentText(value))}</dd>`,
  );
  const list = listed.length === 0 ? '<p>Without arguments.</p>' : `<dl>${listed.join('\n')}</dl>`;
  return `<h2>What ${escapeHtml(tool)} will do</h2>\n${list}`;
}

function decisionHtml(given: URLSearchParams | undefined): string {
  const note = escapeHtml(given?.get('note') ?? '');
  return `<p><label for="note">Note (optional)</label><textarea id="note" name="note" rows="3" maxlength="10000">${note}</textarea></p>
<p><button type="submit" name="decision" value="approve">Approve</button>
<button type="submit" name="decision" value="reject" formnovalidate>Reject</button></p>`;
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

function controlHtml(
  { kind, format, options, isRequired, initial }: FormField,
  at: string,
  before: string | undefined,
): string {
  switch (kind) {
    case 'choice': {
      const chosen = before ?? (initial === undefined ? '' : JSON.stringify(initial));
      const none = isRequired ? [] : ['<option value=""></option>'];
      const listed = options.map((option) => {
        const value = JSON.stringify(option);
        const text = typeof option === 'string' ? option : value;
        return `<option value="${escapeHtml(value)}"${value === chosen ? ' selected' : ''}>${escapeHtml(text)}</option>`;
      });
      return `<select ${at}>${[...none, ...listed].join('')}</select>`;
    }
    case 'number':
      return `<input type="number" step="any" ${at} value="${escapeHtml(before ?? textOf(initial))}">`;
    case 'text':
      return `<input type="${inputTypes.get(format) ?? 'text'}" ${at} value="${escapeHtml(before ?? textOf(initial))}">`;
    case 'json': {
      const value = before ?? (initial === undefined ? '' : JSON.stringify(initial, null, 2));
      return `<textarea ${at} rows="6" spellcheck="false" placeholder="JSON">${escapeHtml(value)}</textarea>`;
    }
    case 'long':
    case 'yes-no':
    case 'choices':
      return `<textarea ${at} rows="5">${escapeHtml(before ?? textOf(initial))}</textarea>`;
  }
}

function choicesHtml(
  { name, label, options, initial }: FormField,
  given: URLSearchParams | undefined,
): string {
  const usual = Array.isArray(initial) ? initial.map((each) => JSON.stringify(each)) : [];
  const chosen = given?.getAll(name) ?? usual;
  const boxes = options.map((option, i) => {
    const value = JSON.stringify(option);
    const id = escapeHtml(`${name}.${i}`);
    const text = typeof option === 'string' ? option : value;
    return `<span><input type="checkbox" id="${id}" name="${escapeHtml(name)}" value="${escapeHtml(value)}"${chosen.includes(value) ? ' checked' : ''}> <label for="${id}">${escapeHtml(text)}</label></span>`;
  });
  return `<fieldset><legend>${escapeHtml(label)}</legend>${boxes.join('<br>')}</fieldset>`;
}

function textOf(initial: Json | undefined): string {
  if (initial === undefined || initial === null) return '';
  return typeof initial === 'string' ? initial : JSON.stringify(initial);
}

/** In words that need no knowledge of formats; where the reader is, is not known here. */
function shownTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
