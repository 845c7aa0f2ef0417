// Texts with references: `Hello {{#start.name#}}`
// A reference without a value leaves its bare selector in the text, as in Dify. Lists in answers become Markdown.
import { escapeTemplate, type Json } from '@skein/kernel';
import { lose } from '../draft/draft.ts';
import { computed, expressionOf, reference } from '../draft/place.ts';
import type { DifyNode } from './dify-graph.ts';
import { isStructured } from './output-path.ts';
import { findValue, type DifyScope } from './scope.ts';

const placeholder = /\{\{#([\w-]{1,64}(?:\.[^\s.#{}]{1,100}){1,10}|context|histories|query)#\}\}/gu;

export interface TextOptions {
  /** Lists and objects as a reader sees them. */
  readonly isAnswer?: boolean;
  /** What `{{#context#}}` stands for. */
  readonly context?: string;
}

/** The native text; what it cannot read is named in a loss of the node. */
export function convertText(
  scope: DifyScope,
  node: DifyNode,
  text: string,
  options: TextOptions = {},
): string {
  let made = '';
  let end = 0;
  for (const found of text.matchAll(placeholder)) {
    made += escapeTemplate(text.slice(end, found.index), { beforeReference: true });
    made += convertPart(scope, node, found[1] ?? '', options);
    end = found.index + found[0].length;
  }
  return made + escapeTemplate(text.slice(end));
}

function convertPart(
  scope: DifyScope,
  node: DifyNode,
  written: string,
  { isAnswer = false, context = '' }: TextOptions,
): string {
  if (written === 'context') return context;
  const selector = written.split('.');
  const found = findValue(scope, selector);
  if (found === null) {
    loseReference(scope, node, selector);
    return escapeTemplate(written);
  }
  if ('literal' in found) return escapeTemplate(literalText(found.literal));
  const source = scope.app.graph.byId.get(selector[0] ?? '');
  const isList = isAnswer && source !== undefined && isStructured(source, selector[1] ?? '');
  if (!isList) return reference(found.place, { otherwise: written });
  const read = expressionOf(found.place);
  return computed(
    `isList(${read}) ? ${read}.map(item => "- " + text(item)).join("\\n") : text(${read} ?? ${JSON.stringify(written)})`,
  );
}

function literalText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Says which selector of a node could not be read, once for each. */
export function loseReference(scope: DifyScope, node: DifyNode, selector: readonly string[]): void {
  const written = selector.join('.');
  const { report } = scope.draft;
  const isSecret = selector[0] === 'env' && scope.app.secrets.has(selector[1] ?? '');
  const message = isSecret
    ? `"${node.title}" reads the secret "${selector[1] ?? ''}" into a value; secrets are only sent in the auth of HTTP requests.`
    : `"${node.title}" reads "${written}", which has no counterpart.`;
  if (report.losses.some((loss) => loss.node === node.id && loss.message === message)) return;
  if (isSecret) report.secrets.add(selector[1] ?? '');
  lose(report, {
    node: node.id,
    kind: isSecret ? 'credential' : 'reference',
    pointer: node.pointer,
    message,
    hint: isSecret
      ? 'Store the secret, and name it in "auth" of the http node that needs it, or offer a tool that knows it.'
      : 'Read another value there, or compute it in a step before.',
    native: scope.app.ids.get(node.id) ?? null,
  });
}

/** Whether a text has any reference in it. */
export function hasReference(text: string): boolean {
  return text.search(placeholder) !== -1;
}
