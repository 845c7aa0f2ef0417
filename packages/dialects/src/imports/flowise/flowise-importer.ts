// Flowise
// Agentflows of version 2. Chatflows are objects of LangChain wired together, and are not imported.
import { isObject, listAt, ownValue, textAt, type Json, type JsonObject } from '@skein/kernel';
import {
  addEdge,
  addNode,
  lose,
  newDraft,
  newReport,
  takeId,
  toDefinition,
  type Draft,
} from '../draft/draft.ts';
import { given } from '../draft/given.ts';
import { plainWord } from '../draft/free-id.ts';
import { computed, expressionOf, reference, type Place } from '../draft/place.ts';
import { addRecall, addRemember } from '../draft/conversation-memory.ts';
import type { Importer } from '../importer.ts';
import {
  convertCondition,
  convertFlowCall,
  convertFunction,
  convertHttp,
  convertHuman,
  convertLoop,
  convertReply,
  convertRetriever,
  convertTool,
} from './flow-nodes.ts';
import {
  addFlow,
  inputObjects,
  inputText,
  loseFlow,
  single,
  type FlowMade,
  type FlowScope,
  type FlowStep,
} from './flow-step.ts';
import {
  flowDocument,
  isAgentflow,
  readFlow,
  type FlowGraph,
  type FlowNode,
} from './flowise-graph.ts';
import { flowExpression, toMarkdown } from './flowise-text.ts';
import { convertConditionAgent, convertModel } from './model-nodes.ts';

export const flowiseImporter: Importer = {
  format: 'flowise',
  title: 'Flowise',
  recognises: (source) => isAgentflow(flowDocument(source)),
  convert: (source, options) => {
    const document = flowDocument(source) ?? {};
    const report = newReport();
    const draft = newDraft(report);
    const graph = readFlow(document);
    const persisted = convertFlow(graph, draft);
    const name = isObject(source) ? ownValue(source, 'name') : undefined;
    const definition = toDefinition(draft, {
      name: typeof name === 'string' && name !== '' ? name : (options.name ?? 'Agentflow'),
      metadata: { origin: { format: 'flowise' } },
    });
    const whole = persisted ? { ...definition, contexts: { chat: {} } } : definition;
    return {
      definition: whole,
      more: [],
      losses: report.losses,
      bindings: [...report.bindings.values()],
      secrets: [...report.secrets],
    };
  },
};

const table: Readonly<Record<string, (step: FlowStep) => FlowMade>> = {
  startAgentflow: convertStart,
  llmAgentflow: (step) => convertModel(step, 'llm'),
  agentAgentflow: (step) => convertModel(step, 'agent'),
  conditionAgentflow: convertCondition,
  conditionAgentAgentflow: convertConditionAgent,
  loopAgentflow: convertLoop,
  directReplyAgentflow: convertReply,
  humanInputAgentflow: convertHuman,
  toolAgentflow: convertTool,
  retrieverAgentflow: convertRetriever,
  executeFlowAgentflow: convertFlowCall,
  httpAgentflow: convertHttp,
  customFunctionAgentflow: convertFunction,
  iterationAgentflow: convertIteration,
};

function convertStart(step: FlowStep): FlowMade {
  const { inputs } = step.node;
  const properties: { [name: string]: Json } = {
    question: { type: 'string' },
    conversation_id: { type: 'string' },
  };
  for (const field of inputObjects(inputs, 'formInputTypes')) {
    const name = inputText(field, 'name');
    if (name !== '') properties[name] = fieldSchema(field, name);
  }
  const [title, description] = [
    inputText(inputs, 'formTitle'),
    inputText(inputs, 'formDescription'),
  ];
  const heading = given({
    title: title === '' ? undefined : title,
    description: description === '' ? undefined : description,
  });
  addFlow(step, { type: 'start', config: { schema: { type: 'object', ...heading, properties } } });
  return single(step.id);
}

function fieldSchema(field: JsonObject, name: string): JsonObject {
  const kind = inputText(field, 'type');
  const options = inputObjects(field, 'addOptions')
    .map((option) => inputText(option, 'option'))
    .filter((option) => option !== '');
  const type = kind === 'number' || kind === 'boolean' ? kind : 'string';
  return {
    type,
    title: inputText(field, 'label') || name,
    ...given({ enum: options.length === 0 ? undefined : [...new Set(options)] }),
  };
}

/** Whether nodes share a conversation. */
function convertFlow(graph: FlowGraph, draft: Draft): boolean {
  const hasMemory = graph.nodes.some(
    ({ inputs }) =>
      ownValue(inputs, 'llmEnableMemory') === true ||
      ownValue(inputs, 'agentEnableMemory') === true,
  );
  const ids = new Map<string, string>();
  const scope: FlowScope = {
    graph,
    draft,
    ids,
    isInner: false,
    hasMemory,
    fromStart: (path) => ({ root: 'trigger', path }),
    fromState: (path) => {
      const [name = ''] = path;
      if (name !== '') draft.state[name] ??= '';
      return { root: 'state', path };
    },
    fromNode: (_, id, path) => ({ root: { node: id }, path }),
  };
  const start = graph.nodes.find(({ type }) => type === 'startAgentflow');
  const persisted = start !== undefined && ownValue(start.inputs, 'startPersistState') === true;
  for (const change of start === undefined ? [] : inputObjects(start.inputs, 'startState')) {
    const name = inputText(change, 'key');
    if (name !== '' && !/^(?:output|outputs|status)$/.test(name))
      draft.state[name] = toMarkdown(inputText(change, 'value'));
  }
  const kept = new Map(Object.entries(draft.state));
  const inner = graph.nodes.filter(({ parent }) => parent === null || !graph.byId.has(parent));
  const ends = convertNodes(scope, inner, persisted && kept.size > 0 ? kept : null);
  finish(scope, ends, persisted && kept.size > 0 ? kept : null);
  return hasMemory;
}

/** Nodes of one level, tied; gives the ends of their ways. */
function convertNodes(
  scope: FlowScope,
  nodes: readonly FlowNode[],
  kept: ReadonlyMap<string, Json> | null,
): readonly string[] {
  const { draft, ids, graph } = scope;
  for (const node of nodes)
    if (node.type !== 'stickyNoteAgentflow') ids.set(node.id, takeId(draft, node.label));
  const made = new Map<string, FlowMade>();
  for (const node of nodes) {
    if (node.type === 'stickyNoteAgentflow') addNote(draft, node);
    else made.set(node.id, convertNode({ node, id: ids.get(node.id) ?? node.id, scope }));
  }
  const recall = kept === null ? null : addRecall(draft, kept);
  const levels = new Set(nodes.map(({ id }) => id));
  for (const edge of graph.edges) {
    const from = made.get(edge.source);
    const to = made.get(edge.target);
    if (from === undefined || to === undefined) {
      const source = graph.byId.get(edge.source);
      if (
        source !== undefined &&
        levels.has(edge.source) &&
        source.type !== 'stickyNoteAgentflow' &&
        graph.byId.get(edge.target)?.type !== 'stickyNoteAgentflow'
      ) {
        lose(draft.report, {
          node: source.id,
          kind: 'edge',
          pointer: edge.pointer,
          message: `An edge leads from "${source.label}" to "${edge.target}", which is not there.`,
          hint: 'Draw it anew if it is needed.',
          native: ids.get(source.id) ?? null,
        });
      }
      continue;
    }
    const exit = from.exit(edge.output);
    const isStart = graph.byId.get(edge.source)?.type === 'startAgentflow';
    if (exit !== null)
      addEdge(draft, {
        ...(isStart && recall !== null ? { from: recall.last } : exit),
        to: to.first,
      });
  }
  if (recall !== null) {
    const start = nodes.find(({ type }) => type === 'startAgentflow');
    addEdge(draft, { from: ids.get(start?.id ?? '') ?? '', to: recall.first });
  }
  const leaving = new Set(draft.edges.map((edge) => ownValue(edge, 'from')));
  return draft.nodes.map((node) => textAt(node, 'id') ?? '').filter((id) => !leaving.has(id));
}

function convertNode(step: FlowStep): FlowMade {
  const convert = Object.hasOwn(table, step.node.type) ? table[step.node.type] : undefined;
  if (convert !== undefined) return convert(step);
  loseFlow(
    step,
    'unknown-node',
    `"${step.node.label}" has the type "${step.node.type}", which this importer does not know; it passes its input on.`,
    'Replace it by the nodes that do its work.',
  );
  addFlow(step, { type: 'transform', config: { value: '${previous}' } });
  return single(step.id);
}

function addNote(draft: Draft, { id, inputs, position }: FlowNode): void {
  draft.notes.push({
    id: `note-${id}`,
    x: position?.x ?? 0,
    y: position?.y ?? 0,
    width: 240,
    height: 120,
    text: toMarkdown(inputText(inputs, 'note')),
  });
}

/** The run ends with what the last step said, where several ways end the one that was taken. */
function finish(
  { draft }: FlowScope,
  ends: readonly string[],
  kept: ReadonlyMap<string, Json> | null,
): void {
  const spoken = ends.filter(
    (id) =>
      !['set', 'if', 'switch', 'start'].includes(
        textAt(draft.nodes.find((node) => ownValue(node, 'id') === id) ?? {}, 'type') ?? '',
      ),
  );
  const read = [...spoken, ...sourcesOf(draft, ends)].map((id) =>
    expressionOf({ root: { node: id }, path: [] }),
  );
  const answer = takeId(draft, 'answer_text');
  addNode(draft, {
    id: answer,
    type: 'transform',
    config: { value: computed([...new Set(read), '""'].join(' ?? ')) },
  });
  for (const from of ends) addEdge(draft, { from, to: answer, in: from });
  let last = answer;
  if (kept !== null) {
    last = addRemember(draft, kept, answer);
    addEdge(draft, { from: answer, to: last });
  }
  const end = takeId(draft, 'finish');
  addNode(draft, { id: end, type: 'end', config: { value: { answer: `\${${answer}.output}` } } });
  addEdge(draft, { from: last, to: end });
}

/** Where a way ends in a change of state, the node before it has spoken. */
function sourcesOf({ edges, nodes }: Draft, ends: readonly string[]): readonly string[] {
  const speaks = new Set(
    nodes
      .filter((node) =>
        ['llm', 'agent', 'transform', 'code', 'http'].includes(textAt(node, 'type') ?? ''),
      )
      .map((node) => ownValue(node, 'id')),
  );
  return edges.flatMap((edge) =>
    ends.includes(textAt(edge, 'to') ?? '') && speaks.has(ownValue(edge, 'from') ?? '')
      ? [textAt(edge, 'from') ?? '']
      : [],
  );
}

/** A list, and a workflow for each of its items. */
function convertIteration(step: FlowStep): FlowMade {
  const { node, scope } = step;
  const handed: { [name: string]: Json } = {};
  const hand = (name: string, place: Place): Place => {
    const key = plainWord(name);
    handed[key] = reference(place, { otherwise: null });
    return { root: 'trigger', path: ['with', key] };
  };
  const draft = newDraft(scope.draft.report);
  const ids = new Map<string, string>(scope.ids);
  const own = new Set(
    scope.graph.nodes.filter(({ parent }) => parent === node.id).map(({ id }) => id),
  );
  const inner: FlowScope = {
    ...scope,
    draft,
    ids,
    isInner: true,
    hasMemory: false,
    fromStart: (path) => hand(path.join('_'), scope.fromStart(path)),
    fromState: (path) => hand(`state_${path.join('_')}`, scope.fromState(path)),
    fromNode: (source, id, path) =>
      own.has(source)
        ? { root: { node: id }, path }
        : hand(`${id}_${path.join('_')}`, { root: { node: id }, path }),
  };
  const start = takeId(draft, 'start');
  addNode(draft, { id: start, type: 'start' });
  const inside = scope.graph.nodes.filter(({ id }) => own.has(id));
  const ends = convertNodes(inner, inside, null).filter((id) => id !== start);
  const entered = new Set(draft.edges.map((edge) => ownValue(edge, 'to')));
  for (const made of listAt({ nodes: draft.nodes }, 'nodes')) {
    const id = isObject(made) ? (textAt(made, 'id') ?? '') : '';
    if (id !== start && !entered.has(id)) addEdge(draft, { from: start, to: id });
  }
  const end = takeId(draft, 'end');
  const value =
    ends.length === 0
      ? '${trigger.item}'
      : computed(
          [...ends.map((id) => expressionOf({ root: { node: id }, path: [] })), 'null'].join(
            ' ?? ',
          ),
        );
  addNode(draft, { id: end, type: 'end', config: { value } });
  for (const from of ends.length === 0 ? [start] : ends)
    addEdge(draft, { from, to: end, in: from });
  const items = flowExpression(step, inputText(node.inputs, 'iterationInput'));
  addFlow(step, {
    type: 'map',
    config: {
      items: computed(`type(${items}) == "text" ? parseJson(${items}) : list(${items})`),
      workflow: innerDefinition(draft),
      concurrency: 1,
      with: handed,
    },
  });
  return single(step.id);
}

function innerDefinition(draft: Draft): JsonObject {
  return toDefinition(draft, null);
}
