// What documents show
// Snippets and sessions of README.md and docs/, and how to get them from the repository.
// D1. A fence after `<!-- FILE -->` or `<!-- FILE#REGION -->` holds that file, or the region of it between `// #region` and
//     `// #endregion`, without the indent that it has there.
// D2. A `console` fence holds commands after `$ ` and what they print on stdout. `# exit 3` after a command is its exit code,
//     otherwise it is 0. A line `…` stands for any number of lines. What is other in every run, as the id
//     of a run that is kept, cannot stand in one: it is `text`.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { skeinProgram, withBuiltLibrary } from '../../../packages/testkit/src/index.ts';

export interface Fence {
  readonly language: string;
  /** The comment on the line before it. */
  readonly source: string | undefined;
  readonly text: string;
}

export interface Session {
  readonly command: string;
  readonly exit: number;
  readonly output: string;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
}

const root = path.join(import.meta.dirname, '../../..');
/** They show outputs as an illustration only. */
const others = new Set(['docs/cli.md', 'docs/native.md', 'docs/patterns.md']);
const fencePattern = /(?:^<!-- (\S+) -->\n)?^```(\w*)\n(.*?)^```$/gms;

export function listDocuments(): readonly string[] {
  const entrances = ['README.md', 'packages/skein/README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'];
  const pages = readdirSync(path.join(root, 'docs')).map((name) => `docs/${name}`);
  const own = pages.filter((file) => file.endsWith('.md') && !others.has(file));
  return [...entrances, ...own].filter((file) => existsSync(path.join(root, file)));
}

export function readDocument(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

export function fencesOf(text: string): readonly Fence[] {
  return [...text.matchAll(fencePattern)].map(([, source, language = '', body = '']) => ({
    language,
    source,
    text: body,
  }));
}

/** The text with the body of each fence replaced by what `refresh` makes of it. */
export async function replaceFences(
  text: string,
  refresh: (fence: Fence) => Promise<string>,
): Promise<string> {
  const bodies: string[] = [];
  for (const fence of fencesOf(text)) bodies.push(await refresh(fence));
  return text.replace(fencePattern, (all: string, _source, language: string, body: string) => {
    const opening = all.slice(0, all.length - body.length - '```'.length);
    return `${opening}${bodies.shift() ?? body}\`\`\``;
  });
}

export function sessionsOf({ language, text }: Fence): readonly Session[] {
  if (language !== 'console') return [];
  const parts = text.split(/^\$ /m).slice(1);
  return parts.map((part) => {
    const [line = '', ...output] = part.split('\n');
    const [command = '', exit = '0'] = line.split(/ +# exit /);
    return { command, exit: Number(exit), output: output.join('\n') };
  });
}

/** Whether the shown output is the printed one, with lines left out where it says so. */
export function isShown(shown: string, printed: string): boolean {
  const parts = shown.split(/^…\n/m);
  const pattern = parts.map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(`^${pattern.join('(?:.*\\n)*')}$`).test(printed);
}

export function sourceOf(source: string): string {
  const [file = '', region] = source.split('#');
  const text = readDocument(file);
  if (region === undefined) return text;
  const start = `// #region ${region}\n`;
  const from = text.indexOf(start);
  if (from === -1) throw new Error(`${file} has no region "${region}"`);
  const body = text.slice(from + start.length);
  const inside = body.slice(0, body.indexOf('// #endregion'));
  // What stands before the mark of its end is the indent of the region.
  const indent = inside.slice(inside.lastIndexOf('\n') + 1);
  return inside
    .slice(0, inside.length - indent.length)
    .replaceAll(`\n${indent}`, '\n')
    .slice(indent.length);
}

/** Runs `npx skein …` or `node FILE` as a reader would, without a terminal. */
export async function runCommand(command: string): Promise<Ended> {
  const found = command.matchAll(/'([^']*)'|(\S+)/g);
  const [program, name = '', ...rest] = [...found].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
  if (program === 'node') return runNode([name, ...rest]);
  if (program === 'npx' && name === 'skein') return runNode([await skeinProgram(), ...rest]);
  throw new Error(`A session runs "npx skein" or "node", not: ${command}`);
}

async function runNode(words: readonly string[]): Promise<Ended> {
  const options = { cwd: root, env: { ...process.env, ...(await withBuiltLibrary()) } };
  return new Promise((done) => {
    const child = execFile(process.execPath, words, options, (_, stdout) =>
      done({ code: child.exitCode, stdout }),
    );
    child.stdin?.end();
  });
}
