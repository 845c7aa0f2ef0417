// Paths in documents
// A recipe that names a moved file misleads its reader. Every path between backticks must exist.
import type { SourceFile } from './repository.ts';

const pathForm = /^[\w.@*<>-]+(?:\/[\w.@*<>-]+)*\/?$/;
const extension = /\.(?:[cm]?[jt]sx?|json|md|txt|ya?ml|css|html)$/;

/** The texts between backticks that are paths of this repository; `tops` are its folders and rooms. */
export function pathsIn({ text }: SourceFile, tops: readonly string[]): readonly string[] {
  const prose = text.replace(/^(`{3,}|~{3,}).*?^\1/gms, '');
  const marked = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, path = '']) => path);
  return marked.filter((path) => {
    if (!pathForm.test(path)) return false;
    const [top = ''] = path.split('/');
    return extension.test(path) || (path.includes('/') && tops.includes(top));
  });
}

/**
 * Whether a path leads to a file or folder: from the root, from `packages`, or as the end of a longer path. Words in capitals, `<words>`
 * and `NN-name` stand for any name, and `*` does too.
 */
export function leadsSomewhere(path: string, files: readonly string[]): boolean {
  const plain = path.replace(/\/$/, '');
  return [escaped(plain), escaped(plain).replaceAll(/<[^>]+>|[A-Z]{2,}(?:-name)?/g, '[^/]+')].some(
    (pattern) => {
      const form = new RegExp(`(?:^|/)${pattern.replaceAll('*', '[^/]*')}(?:/|$)`);
      return files.some((file) => form.test(file));
    },
  );
}

function escaped(path: string): string {
  return path.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
}
