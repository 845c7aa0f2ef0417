// Checking the result of a test
// Every expectation that does not hold is a failure with its place in the test file, both values, and the node concerned.
import {
  emptyScope,
  equalJson,
  evaluateCondition,
  findDifferences,
  isObject,
  ownValue,
  pointer,
  type ConditionOperator,
  type Json,
  type JsonDifference,
} from '@skein/kernel';
import { fitsMarks } from './fits-marks.ts';
import type { Played } from './play-test.ts';
import type { PathCheck, TestCase, UsageBounds } from './test-file.ts';

export interface TestFailure {
  /** JSON pointer into the test file. */
  readonly pointer: string;
  readonly message: string;
  readonly expected?: Json;
  readonly actual?: Json;
  readonly differences?: readonly JsonDifference[];
  /** The node that it is about, if it is about one. */
  readonly node?: string;
}

export function checkTest(test: TestCase, played: Played): readonly TestFailure[] {
  const at = `/tests/${test.place}`;
  const about = { test, played, at: `${at}/expect` };
  return [
    ...played.troubles.map((trouble) => ({ ...trouble, pointer: `${at}${trouble.pointer}` })),
    ...played.violations.map((message) => ({ pointer: at, message })),
    ...checkEnd(about),
    ...checkPaths(about),
    ...checkNodes(about),
    ...checkOrder(about),
    ...checkUsage(about),
    ...checkWaits(about),
    ...checkView(about),
  ];
}

interface About {
  readonly test: TestCase;
  readonly played: Played;
  /** Where its expectations are. */
  readonly at: string;
}

const differencesMax = 5;

function unequal(place: string, what: string, expected: Json, actual: Json): TestFailure {
  const message = `${what} differs.`;
  const differences = findDifferences(expected, actual, differencesMax);
  return { pointer: place, message, expected, actual, differences };
}

function checkEnd({ test, played, at }: About): readonly TestFailure[] {
  const { status = 'completed', output, error } = test.expect;
  const { run } = played;
  const found: TestFailure[] = [];
  if (run.status !== status) {
    const node = run.error?.node ?? run.waits[0]?.node;
    const why = run.error === null ? '' : ` (${run.error.code}: ${run.error.message})`;
    const waits = run.waits.map((wait) => `"${wait.node}"`).join(', ');
    const whom = run.status === 'waiting' && waits !== '' ? `, for ${waits}` : '';
    found.push({
      pointer: `${at}/status`,
      message: `The run is ${run.status}${whom}, not ${status}${why}.`,
      expected: status,
      actual: run.status,
      ...(node !== undefined && node !== '' && { node }),
    });
  }
  if (output !== undefined && !equalJson(output, run.output)) {
    const node = lastNode(played);
    found.push({
      ...unequal(`${at}/output`, 'The output', output, run.output),
      ...(node !== undefined && { node }),
    });
  }
  if (error !== undefined) {
    const wanted = typeof error === 'string' ? { code: error } : error;
    // Its fields are JSON.
    const actual = run.error as unknown as Json;
    if (!hasAll(wanted, actual)) found.push(unequal(`${at}/error`, 'The error', wanted, actual));
  }
  return found;
}

/** Who gave the output, as far as one can say: the node that ended last. */
function lastNode({ run, order }: Played): string | undefined {
  return order.findLast((node) => run.nodes[node]?.status === 'completed') ?? order.at(-1);
}

/** Whether a value has all that is named, whatever else it has. */
function hasAll(wanted: Json, actual: Json | undefined): boolean {
  if (!isObject(wanted)) return equalJson(wanted, actual);
  if (!isObject(actual)) return false;
  return Object.entries(wanted).every(([key, value]) => hasAll(value, ownValue(actual, key)));
}

function checkPaths({ test, played, at }: About): readonly TestFailure[] {
  // A run is JSON.
  const run = { ...played.run, view: played.view } as unknown as Json;
  return (test.expect.check ?? []).flatMap((check, place) => {
    const value = valueAt(run, check.path);
    if (holds(check, value)) return [];
    const { path, op, right } = check;
    const node = /^(?:outputs|nodes)\.([^.]+)/.exec(path)?.[1];
    return [
      {
        pointer: `${at}/check/${place}`,
        message: `${path} ${op}${right === undefined ? '' : ` ${JSON.stringify(right)}`} does not hold.`,
        ...(right !== undefined && { expected: right }),
        actual: value ?? null,
        ...(node !== undefined && Object.hasOwn(played.run.nodes, node) && { node }),
      },
    ];
  });
}

function valueAt(root: Json, path: string): Json | undefined {
  const keys = path.startsWith('/')
    ? path
        .slice(1)
        .split('/')
        .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    : path.split('.');
  let value: Json | undefined = root;
  for (const key of keys) {
    if (Array.isArray(value)) {
      // A list of JSON holds JSON.
      const list = value as readonly Json[];
      value = /^-?\d+$/.test(key)
        ? list.at(Number(key))
        : key === 'length'
          ? list.length
          : undefined;
    } else value = isObject(value) ? ownValue(value, key) : undefined;
  }
  return value;
}

/** By the conditions of the kernel, so that a check means what a condition in a workflow means. */
function holds({ op, right, fold = false }: PathCheck, value: Json | undefined): boolean {
  const scope = { ...emptyScope, previous: () => value };
  return evaluateCondition(
    {
      kind: 'compare',
      left: {
        kind: 'reference',
        reference: { source: { kind: 'previous' }, select: 'newest', path: [], text: '' },
      },
      // The schema of test files has the same list.
      op: op as ConditionOperator,
      right: right === undefined ? null : { kind: 'constant', value: right },
      fold,
    },
    scope,
  );
}

function checkNodes({ test, played, at }: About): readonly TestFailure[] {
  return Object.entries(test.expect.nodes ?? {}).flatMap(([node, wanted]): TestFailure[] => {
    const place = `${at}/nodes${pointer(node)}`;
    const known = Object.hasOwn(played.run.nodes, node) ? played.run.nodes[node] : undefined;
    if (known === undefined) {
      return [{ pointer: place, message: `The workflow has no node "${node}".` }];
    }
    const { status, activations } = typeof wanted === 'number' ? { activations: wanted } : wanted;
    const found: TestFailure[] = [];
    if (activations !== undefined && known.activations !== activations) {
      const message = `"${node}" ran ${times(known.activations)}, not ${times(activations)}.`;
      found.push({
        pointer: place,
        message,
        expected: activations,
        actual: known.activations,
        node,
      });
    }
    if (status !== undefined && known.status !== status) {
      const message = `"${node}" is ${known.status}, not ${status}.`;
      found.push({ pointer: place, message, expected: status, actual: known.status, node });
    }
    return found;
  });
}

function times(count: number): string {
  if (count === 0) return 'never';
  return count === 1 ? 'once' : `${count} times`;
}

function checkOrder({ test, played, at }: About): readonly TestFailure[] {
  const { order } = test.expect;
  if (order === undefined) return [];
  let place = 0;
  for (const node of played.order) if (node === order[place]) place += 1;
  const missing = order[place];
  if (missing === undefined) return [];
  const before = order[place - 1];
  const after = before === undefined ? 'at all' : `after "${before}"`;
  return [
    {
      pointer: `${at}/order/${place}`,
      message: `"${missing}" did not start ${after}.`,
      expected: order,
      actual: played.order,
      node: missing,
    },
  ];
}

function checkUsage({ test, played, at }: About): readonly TestFailure[] {
  return Object.entries(test.expect.usage ?? {}).flatMap(([what, wanted]) => {
    // The schema of test files has the same names.
    const spent = played.run.usage[what as keyof typeof played.run.usage];
    const { min = 0, max = Number.POSITIVE_INFINITY }: UsageBounds =
      typeof wanted === 'number' ? { min: wanted, max: wanted } : wanted;
    if (spent >= min && spent <= max) return [];
    const bound = spent > max ? `more than ${max}` : `less than ${min}`;
    const message = `The run has used ${spent} ${what}, ${bound}.`;
    // Bounds are numbers.
    return [{ pointer: `${at}/usage/${what}`, message, expected: wanted as Json, actual: spent }];
  });
}

function checkWaits({ test, played, at }: About): readonly TestFailure[] {
  const { waits } = test.expect;
  if (waits === undefined) return [];
  // A wait is JSON.
  const asked = played.asked as unknown as readonly Json[];
  const wanted = waits.map((wait): Json => (typeof wait === 'string' ? { node: wait } : wait));
  const isSame =
    wanted.length === asked.length && wanted.every((wait, i) => hasAll(wait, asked[i]));
  if (isSame) return [];
  const shown = played.asked.map(({ node, kind, prompt }) => ({ node, kind, prompt }));
  return [
    {
      pointer: `${at}/waits`,
      message: 'The waits differ.',
      expected: wanted,
      actual: shown,
    },
  ];
}

function checkView({ test, played, at }: About): readonly TestFailure[] {
  if (test.expectedView === undefined || played.view === null) return [];
  const differences = fitsMarks(test.expectedView, played.view);
  if (differences.length === 0) return [];
  return [
    {
      pointer: `${at}/view`,
      message: 'The view differs.',
      differences: differences.slice(0, differencesMax),
    },
  ];
}
