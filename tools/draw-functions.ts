// The table of functions in docs/expressions.md
// Generated from the entries that the kernel calls, so that the two cannot differ.
import { describeFunctions, type DescribedFunction } from '@skein/kernel';
import { cell, codeCell, withGeneratedPart } from './generated-part.ts';
import type { SourceFile } from './repository.ts';

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
  return `| ${codeCell(signature)} | ${cell(description)}${also} | ${codeCell(example)} | ${codeCell(JSON.stringify(result))} |`;
}

/** The page with the table as it is now. */
export function withFunctions(page: SourceFile): string {
  return withGeneratedPart(page, 'functions', drawFunctions());
}
