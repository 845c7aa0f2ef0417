import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkPages, linksOf } from './docs.ts';
import { withDrawing } from './draw-rooms.ts';
import { visit } from './parse.ts';
import { leadsSomewhere, pathsIn } from './paths.ts';
import { isCode, listFiles, listRooms, readSource, root, type SourceFile } from './repository.ts';

/** The files whose exported object has one key for each code that users see, or that export a list of codes. */
const catalogues = [
  { file: 'packages/ports/src/problems/problems.ts', name: 'problems' },
  { file: 'packages/dialects/src/diagnostics/diagnostics.ts', name: 'diagnostics' },
  { file: 'packages/agents/src/failure-error.ts', name: 'failureCodes' },
];
/** Codes that are in no catalogue are written where they occur. The testkit and the simulation define their own. */
const withoutPages = /^packages\/(?:testkit|simulation)\//;

const exists = (file: string) => existsSync(path.join(root, file));

describe('the documents', () => {
  const entrances = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
  const documents = [...entrances.filter(exists), ...listFiles('docs'), ...listFiles('packages')];

  it('link only to files that exist', () => {
    const files = documents.filter((file) => file.endsWith('.md')).map(readSource);
    const dead = files.flatMap((file) =>
      linksOf(file)
        .filter((link) => !exists(link))
        .map((link) => `${file.path} links to ${link}, which does not exist`),
    );
    expect(dead).toEqual([]);
  });

  it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names only paths that exist', (name) => {
    const files = listFiles();
    const tops = [...new Set([...files.map((file) => file.split('/')[0] ?? ''), ...listRooms()])];
    const dead = pathsIn(readSource(name), tops).filter((file) => !leadsSomewhere(file, files));
    expect(dead).toEqual([]);
  });

  it('draw the rooms as their table has them', () => {
    const architecture = readSource('ARCHITECTURE.md');
    expect(architecture.text, '`npm run refresh` draws them again').toBe(withDrawing(architecture));
  });

  it('have a page for each code, and a code for each page', async () => {
    const present = catalogues.filter(({ file }) => exists(file));
    const listed = await Promise.all(present.map(readCodes));
    const sources = listFiles('packages').filter((file) => /^[^/]+\/[^/]+\/src\//.test(file));
    const written = sources
      .filter((file) => isCode(file) && !withoutPages.test(file))
      .flatMap((file) => writtenCodes(readSource(file)));
    expect(written).toContain('LIMIT_REACHED');
    // index.md and README.md are the folder's own pages, not a page of a code.
    const pages = listFiles('docs/errors').filter((page) => !/\/(?:index|README)\.md$/.test(page));
    expect(checkPages([...new Set([...listed.flat(), ...written])], pages)).toEqual([]);
  });
});

describe('the list of errors', () => {
  it('names every page', () => {
    const list = readSource('docs/errors/README.md');
    const pages = listFiles('docs/errors').filter((page) => page !== list.path);
    expect(pages.filter((page) => !linksOf(list).includes(page))).toEqual([]);
  });
});

describe('the check', () => {
  it('finds links', () => {
    const text = [
      'A [link](guide.md), one [to a heading](../a.md#b "title"), ![image](img/a.png),',
      '[outside](https://example.org/a.md), [here](#there), [root](/LICENSE), `[code](x.md)`',
      '```md\n[fenced](y.md)\n```',
      '[named]: ./named.md',
    ].join('\n');
    expect(linksOf({ path: 'docs/index.md', text })).toEqual([
      'docs/guide.md',
      'a.md',
      'docs/img/a.png',
      'LICENSE',
      'docs/named.md',
    ]);
  });

  it('finds paths, and whether they lead somewhere', () => {
    const text =
      'Look at `kernel/src/a.ts`, `b.ts`, `docs/errors`, `tools`, `and/or`, `npm run x`, `x.y`, `web/src/<type>.ts`.\n```sh\n`c.ts`\n```';
    expect(pathsIn({ path: 'A.md', text }, ['docs', 'kernel', 'web'])).toEqual([
      'kernel/src/a.ts',
      'b.ts',
      'docs/errors',
      'web/src/<type>.ts',
    ]);
    const files = ['packages/kernel/src/graph/a.ts', 'docs/errors/A_B.md', 'examples/01-hi.json'];
    const found = [
      'kernel/src/graph/a.ts',
      'a.ts',
      'graph/a.ts',
      'docs/errors/',
      'packages/kernel',
    ];
    const forms = ['docs/errors/CODE.md', 'kernel/src/graph/<type>.ts', 'examples/NN-name.json'];
    const dead = [
      'b.ts',
      'kernel/src/a.ts',
      'errors/CODE.json',
      'graph/check-*.ts',
      'rrors/A_B.md',
    ];
    expect([...found, ...forms].filter((file) => !leadsSomewhere(file, files))).toEqual([]);
    expect(dead.filter((file) => leadsSomewhere(file, files))).toEqual([]);
  });

  it('finds codes that are written in the code', () => {
    const text = `
      // { code: 'COMMENT' }
      fail({ code: 'PLAIN', message: 'OTHER' });
      fail({ code: given ?? 'FALLBACK' });
      const failure = { code: isLate ? 'LATE' : ('EARLY' as const) };
      process.exit({ code: 3 });
      interface Other { readonly code: 'TYPE' }`;
    expect(writtenCodes({ path: 'a.ts', text })).toEqual(['PLAIN', 'FALLBACK', 'LATE', 'EARLY']);
  });

  it('finds missing and orphaned pages', () => {
    expect(checkPages(['RUN_NOT_FOUND', 'A'], ['docs/errors/A.md', 'docs/errors/B.md'])).toEqual([
      'no docs/errors/RUN_NOT_FOUND.md',
      'no code for docs/errors/B.md',
    ]);
  });
});

async function readCodes({ file, name }: { file: string; name: string }): Promise<string[]> {
  const loaded: unknown = await import(pathToFileURL(path.join(root, file)).href);
  // A module namespace is an object.
  const table = (loaded as Record<string, unknown>)[name];
  if (typeof table !== 'object' || table === null) throw new Error(`${file} exports no ${name}`);
  return Array.isArray(table) ? table.map(String) : Object.keys(table);
}

interface Expression {
  readonly type: string;
  readonly value?: unknown;
}

/** The texts that a property `code` of an object can have, as far as they are literals. */
function writtenCodes(file: SourceFile): readonly string[] {
  const found: string[] = [];
  visit(file, {
    Property: ({ key, value }) => {
      if (key.type !== 'Identifier' || key.name !== 'code') return;
      found.push(...textsOf(value).filter((text) => /^[A-Z][A-Z_]+$/.test(text)));
    },
  });
  return found;
}

function textsOf(node: Expression): readonly string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  const nested = ['left', 'right', 'consequent', 'alternate', 'expression'] as const;
  // The parser's tree has expressions under these names, where a node has them.
  const parts = node as unknown as { readonly [name in (typeof nested)[number]]?: Expression };
  return nested.flatMap((name) => {
    const part = parts[name];
    return typeof part === 'object' && part !== null ? textsOf(part) : [];
  });
}
