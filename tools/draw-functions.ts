// The table of functions in docs/expressions.md
// Generated from the entries that the kernel calls, so that the two cannot differ.
import { describeFunctions, type DescribedFunction } from '@skein/kernel';
import type { SourceFile } from './repository.ts';

const markers = [
  '<!-- functions: written by `npm run refresh` -->',
  '<!-- /functions -->',
] as const;

const titles: Readonly<Record<NonNullable<DescribedFunction['receiver']> | 'alone', string>> = {
  alone: 'Functions',
  list: 'Methods of lists',
  text: 'Methods of texts',
  number: 'Methods of numbers',
  object: 'Methods of objects',
};

function drawFunctions(): string {
  const byReceiver = Map.groupBy(describeFunctions(), ({ receiver }) => receiver ?? 'alone');
  return [...byReceiver]
    .map(([receiver, entries]) =>
      [
        `### ${titles[receiver]}`,
        '',
        '| | | example | gives |',
        '|---|---|---|---|',
        ...entries.map(drawRow),
      ].join('\n'),
    )
    .join('\n\n');
}

function drawRow(entry: DescribedFunction): string {
  const { signature, description, example, result, alias } = entry;
  const also = alias === undefined ? '' : ` Also \`${alias}\`.`;
  return `| ${code(signature)} | ${cell(description)}${also} | ${code(example)} | ${code(JSON.stringify(result))} |`;
}

/** A bar would end the cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function code(text: string): string {
  return `\`${cell(text)}\``;
}

/** The page with the table as it is now. */
export function withFunctions({ path, text }: SourceFile): string {
  const [before, after] = markers.map((marker) => text.indexOf(marker));
  if (before === undefined || after === undefined || before < 0 || after < before) {
    throw new Error(`${path} has no place for the table of functions.`);
  }
  const head = text.slice(0, before + markers[0].length);
  return `${head}\n\n${drawFunctions()}\n\n${text.slice(after)}`;
}
