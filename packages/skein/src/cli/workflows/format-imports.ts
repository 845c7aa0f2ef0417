// The table at the end of an import: what became of each file.
import type { Paint } from '../output/paint.ts';
import { visibleLine } from '../output/visible-text.ts';
import { countNodes, type ImportedFile } from './imported-file.ts';

/** Losses that only ask for something to be given. */
const bindingKinds: ReadonlySet<string> = new Set(['binding', 'credential']);

type Outcome = 'whole' | 'to bind' | 'to do' | 'failed';

function outcomeOf({ error, losses }: Pick<ImportedFile, 'error' | 'losses'>): Outcome {
  if (error !== null) return 'failed';
  if (losses.length === 0) return 'whole';
  return losses.every(({ kind }) => bindingKinds.has(kind)) ? 'to bind' : 'to do';
}

const colours = { whole: 'green', 'to bind': 'green', 'to do': 'yellow', failed: 'red' } as const;

export function formatImports(files: readonly ImportedFile[], paint: Paint): string {
  const rows = files.map((each) => ({
    file: visibleLine(each.file),
    format: each.format ?? '-',
    nodes: each.definition === null ? '-' : String(countNodes(each.definition)),
    outcome: outcomeOf(each),
    about: each.error === null ? kindsOf(each) : each.error.code,
  }));
  const width = Math.min(60, Math.max(4, ...rows.map(({ file }) => Array.from(file).length)));
  const lines = rows.map(({ file, format, nodes, outcome, about }) =>
    `${fit(file, width)}  ${format.padEnd(7)}  ${nodes.padStart(5)}  ${paint(colours[outcome], outcome.padEnd(7))}  ${about}`.trimEnd(),
  );
  const heading = paint(
    'dim',
    `${fit('file', width)}  ${'format'.padEnd(7)}  nodes  outcome  left to do`,
  );
  const count = (outcome: Outcome): number => rows.filter((row) => row.outcome === outcome).length;
  const total = `${rows.length} ${rows.length === 1 ? 'file' : 'files'}: ${count('whole')} whole, ${count('to bind')} to bind, ${count('to do')} to do, ${count('failed')} failed`;
  return `${[heading, ...lines].join('\n')}\n\n${total}\n`;
}

function kindsOf({ losses }: ImportedFile): string {
  const counts = new Map<string, number>();
  for (const { kind } of losses) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
}

/** The end of a path says more than its beginning. */
function fit(text: string, width: number): string {
  const characters = Array.from(text);
  if (characters.length <= width) return text + ' '.repeat(width - characters.length);
  return `…${characters.slice(characters.length - width + 1).join('')}`;
}
