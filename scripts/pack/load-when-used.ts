// Optional packages, out of sight of bundlers
// Bundlers of users resolve every import that they can read, and fail on packages that most projects do not have. So the built files
// name optional packages where only Node reads them: in an import whose argument is computed.
// L1. Only files that are loaded lazily may import one at the top: what is loaded at once would fail without the package.

/** For webpack, Turbopack and Vite, which otherwise warn of an import that they cannot follow. */
const ignored = '/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */';
const staticImport = /^import (?:([^"]+?) from )?"([^"./][^"]*)";$/gm;
/** Of a file of the user, whose name is not known before. */
const fileImport = /\bimport\((?=pathToFileURL\()/g;
const dynamicImport = /\bimport\("([^"./][^"]*)"\)/g;

export function loadWhenUsed(code: string, isOptional: (name: string) => boolean): string {
  return code
    .replaceAll(fileImport, `import(${ignored} `)
    .replaceAll(dynamicImport, (found, name: string) => (isOptional(name) ? hidden(name) : found))
    .replaceAll(staticImport, (found, bindings: string | undefined, name: string) => {
      if (!isOptional(name)) return found;
      return bindings === undefined
        ? `await ${hidden(name)};`
        : `const ${pattern(bindings)} = await ${hidden(name)};`;
    });
}

function hidden(name: string): string {
  return `import(${ignored} ["${name}"].join())`;
}

/** `D, { a as b }` becomes `{ default: D, a: b }`, and `* as all` becomes `all`. */
function pattern(bindings: string): string {
  const all = /^\* as (\S+)$/.exec(bindings)?.[1];
  if (all !== undefined) return all;
  const [, byDefault, named = ''] = /^([\w$]+)?(?:,\s*)?(?:\{(.*)\})?$/s.exec(bindings) ?? [];
  const names = named.split(',').map((name) => name.trim().replace(/ as /, ': '));
  const own = byDefault === undefined ? [] : [`default: ${byDefault}`];
  return `{ ${[...own, ...names.filter((name) => name !== '')].join(', ')} }`;
}
