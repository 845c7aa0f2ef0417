// The seven rules of subagents
// A subagent is a tool of one agent and not a step of the workflow; the rules separate the two kinds of connections and keep the
// subagents of each agent a tree. Violations are errors: such a run would loop, or run an agent unintentionally.
import type { Finding, Path } from '../../diagnostics/finding.ts';
import { joinWords, quotedShort } from '../../shape/describe.ts';
import {
  subagentHandle,
  usesSubagents,
  type Canvas,
  type CanvasConnection,
  type CanvasNode,
} from '../read/read-canvas.ts';

export function checkSubagents(canvas: Canvas, findings: Finding[]): void {
  const links = canvas.connections.filter(isSubagentLink);
  if (links.length === 0) return;
  const parents = new Map<string, CanvasConnection>();
  for (const link of links) {
    const path = [canvas.connectionsKey, link.index];
    for (const found of problemsOf(link, canvas))
      findings.push({ ...found, path: [...path, ...found.path] });
    const first = parents.get(link.target);
    if (first === undefined) parents.set(link.target, link);
    else findings.push(shared(link, first, [...path, 'target']));
    if (isUserPromptLost(link, canvas, first)) findings.push(promptIgnored(canvas, link.target));
  }
  checkFlow(canvas, parents, findings);
  checkCycles(canvas, links, findings);
}

export function isSubagentLink({ sourceHandle }: CanvasConnection): boolean {
  return sourceHandle === subagentHandle;
}

type Found = Omit<Finding, 'severity' | 'path'> & {
  readonly path: Path;
  readonly severity: 'error';
};

/** The rules that look at one connection: both ends agents, the tool switched on, the handle, not to oneself. */
function problemsOf(link: CanvasConnection, { nodeById }: Canvas): readonly Found[] {
  const found: Found[] = [];
  const report = (problem: Omit<Found, 'severity'>) =>
    found.push({ ...problem, severity: 'error' });
  const source = nodeById.get(link.source);
  const target = nodeById.get(link.target);
  for (const [end, node] of [
    ['source', source],
    ['target', target],
  ] as const) {
    // A type or an end that does not exist is reported already.
    if (!node?.type || node.type === 'agent') continue;
    report({
      path: [end],
      code: 'SUBAGENT_NOT_AGENT',
      message: `A subagent connection joins two agents, but its ${end} ${quotedShort(node.id)} is of type "${node.type}".`,
      hint: 'Connect two agents, or use another handle than "subagent".',
    });
  }
  if (source?.type === 'agent' && !usesSubagents(source)) {
    report({
      path: ['source'],
      code: 'SUBAGENTS_OFF',
      message: `The agent ${quotedShort(source.id)} has a subagent, but its tool "subagents" is off.`,
      hint: 'Set "tools": { "subagents": true } in its data, or remove the connection.',
    });
  }
  if (link.targetHandle !== null && link.targetHandle !== 'input') {
    report({
      path: ['targetHandle'],
      code: 'SUBAGENT_HANDLE',
      message: `A subagent is entered at "input", not at ${quotedShort(link.targetHandle)}.`,
      hint: 'Leave "targetHandle" out, or write "input".',
    });
  }
  if (link.source === link.target) {
    report({
      path: [],
      code: 'SUBAGENT_OF_ITSELF',
      message: `The agent ${quotedShort(link.source)} cannot be its own subagent.`,
      hint: 'Connect it to another agent, or remove the connection.',
    });
  }
  return found;
}

function shared(link: CanvasConnection, first: CanvasConnection, path: Path): Finding {
  const others =
    first.source === link.source
      ? `${quotedShort(first.source)} twice`
      : `${quotedShort(first.source)} and ${quotedShort(link.source)}`;
  return {
    path,
    code: 'SUBAGENT_SHARED',
    severity: 'error',
    message: `An agent is the subagent of one agent at most, but ${quotedShort(link.target)} is that of ${others}.`,
    hint: 'Remove one of the connections, or copy the subagent.',
  };
}

/** Reported once per subagent. */
function isUserPromptLost(
  { target }: CanvasConnection,
  { nodeById }: Canvas,
  first: CanvasConnection | undefined,
): boolean {
  const prompt = nodeById.get(target)?.data['userPrompt'];
  return first === undefined && typeof prompt === 'string' && prompt.trim() !== '';
}

function promptIgnored({ nodeById }: Canvas, target: string): Finding {
  return {
    path: ['nodes', nodeById.get(target)?.index ?? 0, 'data', 'userPrompt'],
    code: 'PROMPT_IGNORED',
    severity: 'warning',
    message: `The user prompt of the subagent ${quotedShort(target)} is ignored: the agent that calls it writes the message.`,
    hint: 'Move its text to the system prompt, or remove it.',
  };
}

/** A subagent takes no part in the flow of the workflow, on either side of a connection. */
function checkFlow(
  { connections, connectionsKey }: Canvas,
  subagents: ReadonlyMap<string, unknown>,
  findings: Finding[],
): void {
  for (const connection of connections) {
    if (isSubagentLink(connection)) continue;
    for (const end of ['source', 'target'] as const) {
      const id = connection[end];
      if (!subagents.has(id)) continue;
      findings.push({
        path: [connectionsKey, connection.index, end],
        code: 'SUBAGENT_IN_FLOW',
        severity: 'error',
        message: `The agent ${quotedShort(id)} is a subagent, so the workflow cannot lead ${end === 'source' ? 'from' : 'to'} it.`,
        hint: 'Remove this connection or the one that makes it a subagent.',
      });
    }
  }
}

/** Each cycle is reported once, at the connection that closes it. Iterative: a chain may be as long as the canvas. */
function checkCycles(
  canvas: Canvas,
  links: readonly CanvasConnection[],
  findings: Finding[],
): void {
  const outgoing = Map.groupBy(
    links.filter(({ source, target }) => source !== target),
    ({ source }) => source,
  );
  const done = new Set<string>();
  for (const start of outgoing.keys()) {
    if (done.has(start)) continue;
    walkFrom(start, { outgoing, done }, (link, way) => {
      const ids = [...way, link.target];
      findings.push({
        path: [canvas.connectionsKey, link.index],
        code: 'SUBAGENT_CYCLE',
        severity: 'error',
        message: `These agents are subagents of each other in a cycle: ${joinWords(shortened(ids), 'and')}.`,
        hint: 'Remove one of the connections between them.',
      });
    });
  }
}

const namesMax = 10;

function shortened(ids: readonly string[]): readonly string[] {
  const names = ids.slice(0, namesMax).map(quotedShort);
  return ids.length > namesMax ? [...names, `${ids.length - namesMax} more`] : names;
}

interface Visited {
  readonly outgoing: ReadonlyMap<string, readonly CanvasConnection[]>;
  readonly done: Set<string>;
}

function walkFrom(
  start: string,
  { outgoing, done }: Visited,
  report: (link: CanvasConnection, way: readonly string[]) => void,
): void {
  const way = [start];
  const places = new Map([[start, 0]]);
  const next = [0];
  while (way.length > 0) {
    const at = way.length - 1;
    const id = way[at] as CanvasNode['id'];
    const link = outgoing.get(id)?.[next[at] as number];
    next[at] = (next[at] as number) + 1;
    if (link === undefined) {
      done.add(id);
      places.delete(id);
      way.pop();
      next.pop();
      continue;
    }
    const place = places.get(link.target);
    if (place !== undefined) report(link, way.slice(place));
    else if (!done.has(link.target)) {
      places.set(link.target, way.length);
      way.push(link.target);
      next.push(0);
    }
  }
}
