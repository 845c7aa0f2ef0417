// Modules of Node without their facades
// For `import { existsSync } from 'node:fs'` Node makes a module of ES with everything that `node:fs` has, and looks at each of it: also at
// what loads further modules when it is first used, such as the streams of files. That was a tenth of the time in which a short run is started.
// Bundlers of users find nothing to resolve here, and leave it to Node as well.

const staticImport = /^import ([^"]+?) from "(node:[^"]+)";$/gm;
const shape = /^(?:\* as (?<all>\S+)|(?<byDefault>[\w$]+)?(?:,\s*)?(?:\{(?<named>.*)\})?)$/s;

export function withoutFacades(code: string): string {
  return code.replaceAll(staticImport, (_, bindings: string, name: string) => {
    const { all, byDefault, named = '' } = shape.exec(bindings)?.groups ?? {};
    const names = named.split(',').map((each) => each.trim().replace(/ as /, ': '));
    const members = names.filter((each) => each !== '').join(', ');
    const taken = [all, byDefault, members === '' ? undefined : `{ ${members} }`];
    return taken
      .filter((each) => each !== undefined)
      .map((each) => `const ${each} = globalThis.process.getBuiltinModule("${name}");`)
      .join(' ');
  });
}
