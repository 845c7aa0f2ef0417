// The result of a call
// R1. A run that completed or stopped gives its output: as text, and as data together with the id of the run.
// R2. Any other end is an error with the code of the failure.
// R3. A waiting run says what it waits for, and how to answer.
// R4. An output that is too long is cut; `get_run` reads the rest in parts.
// R5. Images and sounds in an output follow as such.
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Json } from '@skein/api';
import type { RunJson } from '@skein/engine';
import type { McpHost } from '../mcp-host.ts';
import { fileContents } from './file-contents.ts';
import { failureResult } from './problem-result.ts';

export async function runResult(host: McpHost, run: RunJson): Promise<CallToolResult> {
  const result = resultOf(host, run);
  const files = await fileContents(host, run);
  return files.length === 0 ? result : { ...result, content: [...result.content, ...files] };
}

function resultOf(host: McpHost, run: RunJson): CallToolResult {
  switch (run.status) {
    case 'running':
      return runningResult(run);
    case 'waiting':
      return waitingResult(run);
    case 'completed':
    case 'stopped':
      return outputResult(host, run);
    case 'failed':
    case 'cancelled':
    case 'stalled':
      return failedResult(run);
  }
}

function outputText(output: Json): string {
  return typeof output === 'string' ? output : JSON.stringify(output, null, 2);
}

function outputResult({ outputMax }: McpHost, run: RunJson): CallToolResult {
  const { id, status, output, stopReason } = run;
  const about = { run: id, status, ...(stopReason === undefined ? {} : { stopReason }) };
  const text = outputText(output);
  if (text.length <= outputMax) {
    return { content: [{ type: 'text', text }], structuredContent: { ...about, output } };
  }
  const rest = `The output has ${text.length} characters; these are the first ${outputMax}. Call get_run with ${JSON.stringify({ run: id, offset: outputMax })} for more.`;
  return {
    content: [
      { type: 'text', text: text.slice(0, outputMax) },
      { type: 'text', text: rest },
    ],
    structuredContent: {
      ...about,
      cut: { characters: text.length, shown: outputMax, tool: 'get_run', offset: outputMax },
    },
  };
}

/** A part of the output's text. */
export function partResult({ outputMax }: McpHost, run: RunJson, offset: number): CallToolResult {
  const text = outputText(run.output);
  const part = text.slice(offset, offset + outputMax);
  const next = offset + part.length;
  return {
    content: [{ type: 'text', text: part }],
    structuredContent: {
      run: run.id,
      status: run.status,
      part: { offset, characters: text.length, next: next < text.length ? next : null },
    },
  };
}

function failedResult({ id, status, error }: RunJson): CallToolResult {
  const about = { run: id, status };
  if (error === null) {
    return failureResult({ code: 'CANCELLED', message: `The run is ${status}.` }, about);
  }
  const { code, message, node } = error;
  const where = node === null ? '' : ` (node ${node})`;
  const hint = `Run ${id} is ${status}.`;
  return failureResult({ code, message: `${message}${where}`, hint }, about);
}

function runningResult({ id, status }: RunJson): CallToolResult {
  const text = `Run ${id} is still running. Call get_run with ${JSON.stringify({ run: id })} to see how it continues.`;
  return { content: [{ type: 'text', text }], structuredContent: { run: id, status } };
}

const approvals =
  'An approval is decided by a person: in the inbox of Skein, on the command line (skein runs answer), or with a link that they were sent. answer_wait takes one only where the workflow permits it.';

function waitingResult({ id, status, waits }: RunJson): CallToolResult {
  const shown = waits.map(({ id: wait, node, kind, prompt, schema, data, deadline }) => ({
    wait,
    node,
    kind,
    prompt,
    schema,
    ...(data === undefined ? {} : { data }),
    deadline,
  }));
  const questions = shown.map(({ wait, kind, prompt, node }) => {
    const about = prompt ?? `${kind} at ${node === '' ? 'the run' : node}`;
    return `- ${about}\n  wait ${wait} (${kind})`;
  });
  const text = [
    `Run ${id} waits:`,
    ...questions,
    'Answer with the tool answer_wait: { "wait": "…", "answer": … }. Ask the person first; do not answer for them.',
    ...(shown.some(({ kind }) => kind === 'approval') ? [approvals] : []),
  ].join('\n');
  return {
    content: [{ type: 'text', text }],
    structuredContent: { run: id, status, waits: shown, answerWith: 'answer_wait' },
  };
}
