// Dify
// Apps as the product exports them: workflows and chatflows with a graph, and apps that are one model or agent with its prompt.
import {
  isObject,
  listAt,
  objectAt,
  ownValue,
  textAt,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import type { Imported, Importer } from '../importer.ts';
import { lose, newDraft, newReport, takeId, toDefinition, type Report } from '../draft/draft.ts';
import { openingOf, readConversation } from './conversation.ts';
import { convertOuter } from './convert-graph.ts';
import { readGraph, textOf, type DifyGraph, type DifyNode } from './dify-graph.ts';
import { convertModelApp } from './model-app.ts';
import { conversationName } from '../draft/conversation-memory.ts';
import type { DifyApp, DifyScope } from './scope.ts';
import { triggersOf } from './trigger.ts';

export const difyImporter: Importer = {
  format: 'dify',
  title: 'Dify',
  recognises: (source) => {
    if (!isObject(source)) return false;
    if (isPipeline(source)) return true;
    if (!isObject(ownValue(source, 'app'))) return false;
    return (
      isObject(ownValue(source, 'workflow')) ||
      isObject(ownValue(source, 'model_config')) ||
      textAt(source, 'kind') === 'app' ||
      isPipeline(source)
    );
  },
  convert: (source, options) => {
    const document = isObject(source) ? source : {};
    const report = newReport();
    const isGraph = isObject(ownValue(objectAt(document, 'workflow'), 'graph'));
    const definition = isGraph
      ? convertApp(document, report, options)
      : convertModelApp(document, report, options.name);
    return toImported(definition, report);
  },
};

const isPipeline = (source: JsonObject): boolean =>
  textAt(source, 'kind') === 'rag_pipeline' || isObject(ownValue(source, 'rag_pipeline'));

function toImported(definition: JsonObject, { losses, bindings, secrets }: Report): Imported {
  return { definition, more: [], losses, bindings: [...bindings.values()], secrets: [...secrets] };
}

/** Knowledge pipelines say it under a key of their own. */
function nameOf(document: JsonObject): string {
  const names = ['app', 'rag_pipeline'].map((key) =>
    textOf(ownValue(objectAt(document, key), 'name')),
  );
  return names.find((name) => name !== '') ?? '';
}

interface Options {
  readonly name?: string;
  readonly python?: boolean;
}

function convertApp(
  document: JsonObject,
  report: Report,
  { name, python = false }: Options,
): JsonObject {
  const workflow = objectAt(document, 'workflow');
  const about = objectAt(document, 'app');
  const graph = readGraph(objectAt(workflow, 'graph'));
  const isChat =
    /chat/.test(textAt(about, 'mode') ?? '') || graph.nodes.some(({ type }) => type === 'answer');
  const app: DifyApp = {
    graph,
    isChat,
    python,
    ...readEnvironment(workflow),
    conversation: readConversation(workflow, graph, isChat),
    ids: new Map(),
    values: new Map(),
    failures: new Map(),
    scopes: new Map(),
  };
  const outer: DifyScope = {
    app,
    draft: newDraft(report),
    container: null,
    parent: null,
    handed: {},
    kept: new Set([...app.conversation.keys()].map(conversationName)),
  };
  openScopes(app, outer);
  nameNodes(app, outer);
  convertOuter(outer);
  const opening = openingOf(objectAt(workflow, 'features'));
  noteSecrets(app, report);
  noteDoubles(app, report);
  const title = nameOf(document) || name || 'Dify app';
  const definition = toDefinition(outer.draft, {
    name: title,
    description: textOf(ownValue(about, 'description')),
    metadata: {
      origin: { format: 'dify', version: textOf(ownValue(document, 'version')) },
      imported: Object.fromEntries(app.ids),
      ...opening,
    },
  });
  return { ...definition, ...triggersOf(outer) };
}

/** Values of secrets are never read; constants are kept as state. */
function readEnvironment(workflow: JsonObject): Pick<DifyApp, 'constants' | 'secrets'> {
  const constants = new Map<string, Json>();
  const secrets = new Set<string>();
  for (const variable of listAt(workflow, 'environment_variables')) {
    if (!isObject(variable)) continue;
    const name = textOf(ownValue(variable, 'name'));
    if (name === '') continue;
    const isSecret = textAt(variable, 'value_type') === 'secret' || isKey(name);
    if (isSecret) secrets.add(name);
    else constants.set(name, ownValue(variable, 'value') ?? null);
  }
  return { constants, secrets };
}

/** Names under which people keep keys, whatever type they gave them. */
function isKey(name: string): boolean {
  return /(?:api[-_]?key|secret|password|access[-_]?token)$/i.test(name);
}

/** Secrets of the app that no request names are only mentioned. */
function noteSecrets({ secrets }: DifyApp, report: Report): void {
  const unnamed = [...secrets].filter((name) => !report.secrets.has(name));
  for (const name of unnamed) {
    report.secrets.add(name);
    lose(report, {
      node: null,
      kind: 'credential',
      pointer: '/workflow/environment_variables',
      message: `The environment variable "${name}" is a secret, which is not imported.`,
      hint: `Store it where it is needed: skein secrets set ${name} --host HOST.`,
      native: null,
    });
  }
}

function noteDoubles({ graph, ids }: DifyApp, report: Report): void {
  for (const { id, title, pointer } of graph.doubles) {
    lose(report, {
      node: title,
      kind: 'duplicate-id',
      pointer,
      message: `"${title}" has the id of another node, so edges and references to it cannot be told apart.`,
      hint: 'Export the app again, or draw the edges of this node anew.',
      native: ids.get(id) ?? null,
    });
  }
}

/** One scope for each iteration and loop; those inside others after them. */
function openScopes(app: DifyApp, outer: DifyScope): void {
  const open = (node: DifyNode, depth: number): DifyScope => {
    const known = app.scopes.get(node.id);
    if (known !== undefined) return known;
    const above = node.parent === null || depth > 50 ? undefined : app.graph.byId.get(node.parent);
    const parent = above === undefined ? outer : open(above, depth + 1);
    const kept = node.type === 'loop' ? loopVariables(node.data) : [];
    const draft = newDraft(outer.draft.report);
    for (const name of kept) draft.state[name] = null;
    const scope = { app, draft, container: node, parent, handed: {}, kept: new Set(kept) };
    app.scopes.set(node.id, scope);
    return scope;
  };
  for (const node of containersOf(app.graph)) open(node, 0);
}

function containersOf({ nodes }: DifyGraph): readonly DifyNode[] {
  return nodes.filter(({ type }) => type === 'iteration' || type === 'loop');
}

function loopVariables(data: JsonObject): readonly string[] {
  const names = listAt(data, 'loop_variables').map((variable) =>
    isObject(variable) ? textOf(ownValue(variable, 'label')) : '',
  );
  return names.filter(
    (name) => name !== '' && !/^(?:output|outputs|status|loop_round)$/.test(name),
  );
}

/** Ids of all nodes, and of the helpers that stand behind those with an error strategy. */
function nameNodes(app: DifyApp, outer: DifyScope): void {
  for (const node of app.graph.nodes) {
    if (node.type === '' || node.type === 'iteration-start' || node.type === 'loop-start') continue;
    const scope = node.parent === null ? outer : (app.scopes.get(node.parent) ?? outer);
    const id = takeId(scope.draft, node.title || node.type);
    app.ids.set(node.id, id);
    const strategy = textAt(node.data, 'error_strategy');
    if (strategy === 'fail-branch') app.failures.set(node.id, takeId(scope.draft, `${id}_failed`));
    if (strategy === 'default-value')
      app.values.set(node.id, takeId(scope.draft, `${id}_or_default`));
  }
}
