import type { SourceFile } from './repository.ts';

/** The page with this text between its markers `<!-- NAME: … -->` and `<!-- /NAME -->`. */
export function withGeneratedPart({ path, text }: SourceFile, name: string, part: string): string {
  const begin = `<!-- ${name}: written by \`npm run refresh\` -->`;
  const end = `<!-- /${name} -->`;
  const [before, after] = [text.indexOf(begin), text.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`${path} lacks ${begin} … ${end}.`);
  return `${text.slice(0, before)}${begin}\n\n${part}\n\n${text.slice(after)}`;
}

/** In a cell of a table, where a bar would end it. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

export function codeCell(text: string): string {
  return `\`${cell(text)}\``;
}
