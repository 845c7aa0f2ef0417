/** Under a name of its own: bundlers copy every file that `new URL(…, import.meta.url)` may mean, which is the whole package. */
const here = import.meta.url;

/** A file that ships with the package. Sources and the built file that this goes into are both one folder below its root. */
export function packageFile(name: string): URL {
  return new URL(`../${name}`, here);
}
