/** A file that ships with the package. Sources and the built file that this goes into are both one folder below its root. */
export function packageFile(name: string): URL {
  return new URL(`../${name}`, import.meta.url);
}
