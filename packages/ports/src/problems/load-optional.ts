// Packages that only some users need are not installed with Skein. What needs one is loaded through here, so that its absence is
// said in words, with the command that cures it.
import { EngineError } from './engine-error.ts';

export interface OptionalPart {
  /** What cannot be done without it, as in "PostgreSQL needs …". */
  readonly purpose: string;
  /** Everything that has to be there, as npm takes it: `pg@8`. */
  readonly packages: readonly string[];
}

/** `load` gets the names of the packages, for one that our own manifests do not list. With `isSupported`, what was loaded is also asked whether it is the version that is needed. */
export async function loadOptional<Loaded>(
  { purpose, packages }: OptionalPart,
  load: (names: readonly string[]) => Promise<Loaded>,
  isSupported: (loaded: Loaded) => boolean = () => true,
): Promise<Loaded> {
  const loaded = await load(packages.map(nameOf)).catch((error: unknown) => {
    if (!isMissing(error, packages)) throw error;
    throw new EngineError('PACKAGE_MISSING', { purpose, packages }, { cause: error });
  });
  if (!isSupported(loaded)) throw new EngineError('PACKAGE_VERSION', { purpose, packages });
  return loaded;
}

/** Another package that is missing is a broken installation, and not this. */
function isMissing(error: unknown, packages: readonly string[]): boolean {
  const isAbsence =
    error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  return isAbsence && packages.some((name) => isAbout(error.message, nameOf(name)));
}

/** Node remembers what it did not find: for one that was installed since, it names the file in which it would be. */
function isAbout(message: string, name: string): boolean {
  const path = message.replaceAll('\\', '/');
  return path.includes(`'${name}'`) || path.includes(`/node_modules/${name}/index.js'`);
}

/** `@scope/name@1` is `@scope/name`. */
function nameOf(wanted: string): string {
  return wanted.replace(/(?<=.)@.*$/, '');
}
