// What the documents show is what the repository does: no snippet and no output is older than the code. A difference that
// is meant is brought in by refresh.ts.
import { describe, expect, it } from 'vitest';
import {
  fencesOf,
  isShown,
  listDocuments,
  readDocument,
  replaceFences,
  runCommand,
  sessionsOf,
  sourceOf,
} from './shown.ts';

const fences = listDocuments().flatMap((document) =>
  fencesOf(readDocument(document)).map((fence) => ({ document, ...fence })),
);
const snippets = fences.filter(({ source }) => source !== undefined);
const sessions = fences.flatMap((fence) =>
  sessionsOf(fence).map((session) => ({ document: fence.document, ...session })),
);

describe('snippets', () => {
  it('of TypeScript come from a file', () => {
    const homeless = fences.filter(
      ({ language, source }) => language === 'ts' && source === undefined,
    );
    expect(homeless).toEqual([]);
  });

  it.each(snippets)('$source in $document is what is there', ({ source = '', text }) => {
    expect(text).toBe(sourceOf(source));
  });
});

describe.concurrent('sessions', () => {
  it('are shown', () => {
    expect(sessions.length).toBeGreaterThan(5);
  });

  it.each(sessions)('$document: $command', async ({ command, exit, output }) => {
    const { code, stdout } = await runCommand(command);
    expect(isShown(output, stdout) ? output : stdout).toBe(output);
    expect(code).toBe(exit);
  });
});

describe('the check', () => {
  const text = [
    'a',
    '<!-- a.ts#b -->\n```ts\nconst a = 1;\n```',
    '```console\n$ b # exit 3\nc\n$ d\n```\n',
  ].join('\n');

  it('reads fences and sessions', () => {
    const found = fencesOf(text);
    expect(found.map(({ language, source }) => [language, source])).toEqual([
      ['ts', 'a.ts#b'],
      ['console', undefined],
    ]);
    expect(found.flatMap(sessionsOf)).toEqual([
      { command: 'b', exit: 3, output: 'c\n' },
      { command: 'd', exit: 0, output: '' },
    ]);
  });

  it('replaces what is inside fences, and nothing else', async () => {
    expect(await replaceFences(text, async (fence) => fence.text)).toBe(text);
    expect(await replaceFences(text, async () => '$&\n')).toBe(
      'a\n<!-- a.ts#b -->\n```ts\n$&\n```\n```console\n$&\n```\n',
    );
  });

  it('lets lines be left out only where that is marked', () => {
    expect(isShown('a\n…\nc\n', 'a\nb\nc\n')).toBe(true);
    expect(isShown('a\nc\n', 'a\nb\nc\n')).toBe(false);
    expect(isShown('a\n', 'b\n')).toBe(false);
  });
});
