// What agents do, from the steps that their loops record
// The keys and values are described in the rules of the agents' room. Steps of other functions have other values and are
// not shown.
import { isObject, ownValue, type Json, type JsonObject, type StepRecorded } from '@skein/kernel';
import { item, type ProgressItem } from './progress-item.ts';

/** Enough for the line; the whole of it is in the journal. */
const textMax = 100;

export function stepItems(event: StepRecorded): readonly ProgressItem[] {
  const { value } = event;
  if (!isObject(value)) return [];
  const about = { ...item('called', event, event.at), node: doer(event.node, value) };
  switch (text(value, 'type')) {
    case 'model': {
      const detail = calledNames(value);
      const asking: ProgressItem = { ...about, kind: 'asking', detail };
      return [...warningOf(value, about), ...(detail === '' ? [] : [asking])];
    }
    case 'tool':
      return [{ ...about, ...outcome(value, text(value, 'name')) }];
    case 'subagent.start': {
      const detail = `${text(value, 'nodeName')}: ${text(value, 'input')}`;
      return [{ ...about, kind: 'delegated', detail }];
    }
    case 'subagent.end': {
      const ended = outcome(value, text(value, 'nodeName'));
      return [{ ...about, kind: 'returned', ...ended }];
    }
    case 'code.log':
      return logged(value).map((detail) => ({ ...about, kind: 'logged', detail }));
    default:
      return [];
  }
}

/** What code wrote: the first lines of it, for the whole is in the journal. */
const linesMax = 20;

function logged(value: JsonObject): readonly string[] {
  const found = ownValue(value, 'lines') ?? null;
  const lines = Array.isArray(found) ? found.filter((line) => isObject(line)) : [];
  const shown = lines.slice(0, linesMax).map((line) => text(line, 'text'));
  const left = lines.length - shown.length;
  return left === 0 ? shown : [...shown, `and ${left} more lines`];
}

function warningOf(value: JsonObject, about: ProgressItem): readonly ProgressItem[] {
  const warning = ownValue(value, 'warning') ?? null;
  const message = isObject(warning) ? ownValue(warning, 'message') : undefined;
  return typeof message === 'string' ? [{ ...about, kind: 'warning', detail: message }] : [];
}

/** What subagents do is shown after the node that they work for. */
function doer(node: string, value: JsonObject): string {
  const place = ownValue(value, 'inside');
  if (isObject(place)) return `${node} › ${text(place, 'node')}`;
  const depth = ownValue(value, 'depth');
  return typeof depth === 'number' && depth > 1 ? `${node} › ${text(value, 'parent')}` : node;
}

function outcome(value: JsonObject, detail: string): Partial<ProgressItem> {
  if (isFailed(value)) return { kind: 'call-failed', detail: `${detail}: ${text(value, 'error')}` };
  return { detail, value: ownValue(value, 'result') ?? null };
}

function isFailed(value: JsonObject): boolean {
  return Object.hasOwn(value, 'error');
}

function calledNames(value: JsonObject): string {
  const calls: Json = ownValue(value, 'toolCalls') ?? [];
  const list: readonly Json[] = Array.isArray(calls) ? calls : [];
  return list.map((call) => (isObject(call) ? text(call, 'name') : '')).join(', ');
}

function text(value: JsonObject, key: string): string {
  const found = ownValue(value, key);
  const written = typeof found === 'string' ? found : '';
  return written.length > textMax ? `${written.slice(0, textMax)}…` : written;
}
