// Texts of Flowise: HTML with references in it
// Flowise makes Markdown of its texts before a model reads them; so does this. `{{ node }}` reads the output of a node.
import { escapeTemplate } from '@skein/kernel';
import { lose } from '../draft/draft.ts';
import { expressionOf, reference, type Place } from '../draft/place.ts';
import type { FlowStep } from './flow-step.ts';

const placeholder = /\{\{\s*([^{}]+?)\s*\}\}/g;

/** A text as native template. `own` is where `{{ output }}` of the node itself is read. */
export function flowText(step: FlowStep, html: string, own: Place | null = null): string {
  const text = toMarkdown(html);
  let made = '';
  let end = 0;
  for (const found of text.matchAll(placeholder)) {
    const place = findPlace(step, found[1] ?? '', own);
    made += escapeTemplate(text.slice(end, found.index), { beforeReference: place !== null });
    made += place === null ? lost(step, found[0]) : reference(place, { otherwise: '' });
    end = found.index + found[0].length;
  }
  return (made + escapeTemplate(text.slice(end))).trim();
}

/** The same where one value is meant: a text that is one reference keeps its type. */
export function flowExpression(step: FlowStep, html: string, own: Place | null = null): string {
  const text = toMarkdown(html).trim();
  const parts: string[] = [];
  let end = 0;
  for (const found of text.matchAll(placeholder)) {
    const between = text.slice(end, found.index);
    if (between !== '') parts.push(JSON.stringify(between));
    const place = findPlace(step, found[1] ?? '', own);
    if (place === null) lost(step, found[0]);
    parts.push(place === null ? '""' : `(${expressionOf(place)} ?? "")`);
    end = found.index + found[0].length;
  }
  const rest = text.slice(end);
  if (rest !== '' || parts.length === 0) parts.push(JSON.stringify(rest));
  return parts.length === 1
    ? (parts[0] ?? '""')
    : `[${parts.map((part) => `text(${part})`).join(', ')}].join("")`;
}

/** Flowise leaves what it does not know as it is; only what it would have known is lost. */
const specials =
  /^(?:\$|chat_history$|runtime_messages_length$|file_attachment$|loop_count$|output\b)/;

function lost({ node, id, scope }: FlowStep, written: string): string {
  if (!specials.test(written.replaceAll(/^\{\{\s*|\s*\}\}$/g, ''))) return escapeTemplate(written);
  const message = `"${node.label}" reads ${written}, which has no counterpart.`;
  const { report } = scope.draft;
  if (!report.losses.some((loss) => loss.message === message)) {
    lose(report, {
      node: node.id,
      kind: 'reference',
      pointer: node.pointer,
      message,
      hint: 'Read another value there, or compute it in a step before.',
      native: id,
    });
  }
  return escapeTemplate(written);
}

function findPlace({ scope }: FlowStep, written: string, own: Place | null): Place | null {
  const path = written
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .map((part) => part.trim());
  const [first = '', second = '', ...rest] = path;
  if (first === 'output' && own !== null)
    return { root: own.root, path: [...own.path, ...path.slice(1)] };
  if (first === 'question') return scope.fromStart(['question']);
  if (first === '$form') return scope.fromStart([second, ...rest]);
  if (first === '$flow' && second === 'state') return scope.fromState(rest);
  if (first === '$flow' && (second === 'sessionId' || second === 'chatId'))
    return scope.fromStart(['conversation_id']);
  if (first === '$flow' && second === 'input') return scope.fromStart(['question']);
  if (first === '$iteration')
    return scope.isInner
      ? { root: 'trigger', path: ['item', second, ...rest].filter((part) => part !== '') }
      : null;
  if (first === 'current_date_time') return { root: 'now', path: [] };
  const node = scope.ids.get(first);
  if (node === undefined) return null;
  const below = second === 'output' ? rest : [second, ...rest].filter((part) => part !== '');
  return scope.fromNode(first, node, below);
}

/** Headings, lists, emphasis and links as Markdown; other tags are dropped. */
export function toMarkdown(html: string): string {
  if (!/<[a-z!/][^>]*>/i.test(html)) return html;
  return decode(
    html
      .replaceAll(/<br\s*\/?>/gi, '\n')
      .replaceAll(/<li[^>]*>\s*(?:<p[^>]*>)?/gi, '- ')
      .replaceAll(/(?:<\/p>)?\s*<\/li>/gi, '\n')
      .replaceAll(/<\/(?:ul|ol|pre|table|tr|blockquote)>/gi, '\n')
      .replaceAll(/<h([1-6])[^>]*>/gi, (_, level: string) => `${'#'.repeat(Number(level))} `)
      .replaceAll(/<\/(?:p|h[1-6]|div)>/gi, '\n\n')
      .replaceAll(/<\/?(?:strong|b)>/gi, '**')
      .replaceAll(/<\/?(?:em|i)>/gi, '_')
      .replaceAll(/<\/?code>/gi, '`')
      .replaceAll(/<\/?[a-z][^>]*>/gi, ''),
  )
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function decode(text: string): string {
  return text.replaceAll(
    /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7}));/g,
    (whole: string, name: string | undefined, code: string | undefined) => {
      if (name !== undefined) return entities[name] ?? whole;
      const point = Number(code);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );
}
