// Examples
// A folder of examples/ for each dialect. Beside a definition `NN-name.json` lie, by the same name, `.run.json`: what it is
// given and what must come of it, or a list of such runs; `.script.json`: replies of the offline model; `.view.json`: the
// first run in the shape of its dialect (`.view-2.json`: the second one).
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json } from '../../packages/skein/src/index.ts';
import { site } from './site.ts';

export interface Example {
  readonly name: string;
  /** The name of its folder. */
  readonly folder: string;
  readonly file: string;
  readonly script: string | null;
  readonly runs: readonly ExampleRun[];
}

export interface ExampleRun {
  readonly input?: Json;
  /** The node to start at. */
  readonly start?: string;
  /** As on the command line, each `node=JSON`; given in this order, when nothing else can progress. */
  readonly answers?: readonly string[];
  /** Sent to the run right after its start; only the library can do that. */
  readonly events?: readonly { readonly name: string; readonly data?: Json }[];
  readonly expect: Expectation;
  /** It makes requests. */
  readonly usesSite?: boolean;
  /** File of the run in the shape of its dialect; null where there is none. */
  readonly view: string | null;
}

export interface Expectation {
  /** Missing when no run comes about, because the definition is an example of a mistake. */
  readonly status?: string;
  readonly output?: Json;
  /** The exit code of the command. */
  readonly exit?: number;
  /** Codes of all diagnostics; default: none. */
  readonly diagnostics?: readonly string[];
  readonly nodes?: {
    readonly [node: string]: { readonly status?: string; readonly activations?: number };
  };
  /** Nodes of which no two may run at the same time. */
  readonly apart?: readonly string[];
}

export interface TitledRun {
  readonly title: string;
  readonly example: Example;
  readonly run: ExampleRun;
}

export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

export function listExamples(folder: string): readonly Example[] {
  const directory = path.join(root, folder);
  if (!existsSync(directory)) return [];
  const names = readdirSync(directory)
    .filter((name) => name.endsWith('.json') && !/\.(?:run|script|view(?:-\d+)?)\.json$/.test(name))
    .map((name) => path.basename(name, '.json'));
  return names.toSorted().map((name) => {
    const place = path.join(directory, name);
    const script = `${place}.script.json`;
    return {
      name,
      folder: path.basename(folder),
      file: `${place}.json`,
      script: existsSync(script) ? script : null,
      runs: readRuns(place),
    };
  });
}

function readRuns(place: string): readonly ExampleRun[] {
  const file = `${place}.run.json`;
  if (!existsSync(file)) return [];
  // Checked by the tests that use it.
  const written = readJson(file) as unknown as ExampleRun | readonly ExampleRun[];
  const runs = Array.isArray(written)
    ? (written as readonly ExampleRun[])
    : [written as ExampleRun];
  return runs.map((run, index) => {
    const view = `${place}.view${index === 0 ? '' : `-${index + 1}`}.json`;
    return { ...atSite(run), view: existsSync(view) ? view : null };
  });
}

function atSite(run: ExampleRun): ExampleRun {
  if (run.input === undefined) return run;
  const written = JSON.stringify(run.input);
  const input = JSON.parse(written.replaceAll('<site>', site.address)) as Json;
  return { ...run, input, usesSite: written.includes('<site>') };
}

export function runsOf(examples: readonly Example[]): readonly TitledRun[] {
  return examples.flatMap((example) =>
    example.runs.map((run, index) => {
      const number = example.runs.length > 1 ? `, run ${index + 1}` : '';
      const end = run.expect.status === undefined ? 'is refused' : `ends ${run.expect.status}`;
      return { title: `${example.folder}/${example.name}${number} ${end}`, example, run };
    }),
  );
}

export function readJson(file: string): object {
  return JSON.parse(readFileSync(file, 'utf8')) as object;
}
