import path from 'node:path';
import type { SourceFile } from './repository.ts';

/** The links of a Markdown file that lead to files, as paths from the root of the repository. */
export function linksOf(file: SourceFile): readonly string[] {
  const text = file.text.replace(/^(`{3,}|~{3,}).*?^\1/gms, '').replace(/`[^`\n]*`/g, '');
  const inline = [...text.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g)];
  const named = [...text.matchAll(/^\[[^\]]+\]:[ \t]*<?([^\s>]+)/gm)];
  return [...inline, ...named].flatMap(([, target = '']) => {
    const [file_ = ''] = target.split('#');
    if (file_ === '' || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(target)) return [];
    const place = file_.startsWith('/') ? '.' : path.posix.dirname(file.path);
    return [path.posix.join(place, decodeURI(file_))];
  });
}

/** Codes without a page, and pages without a code. */
export function checkPages(codes: readonly string[], pages: readonly string[]): readonly string[] {
  const names = pages.map((page) => path.posix.basename(page, '.md'));
  return [
    ...codes.filter((code) => !names.includes(code)).map((code) => `no docs/errors/${code}.md`),
    ...names
      .filter((name) => !codes.includes(name))
      .map((name) => `no code for docs/errors/${name}.md`),
  ];
}
