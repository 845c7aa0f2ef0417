// Folders
// A folder with more than a screen of files is no longer a table of contents.
import path from 'node:path';

const filesMax = 25;

/** Folders that may contain more, each with its reason. */
export const largeFolders: Readonly<Record<string, string>> = {
  'packages/dialects/src/native/nodes':
    'One file for each node type, found by the name of the type.',
};

/** Folders of these files that contain too many, and exceptions that are no longer needed. */
export function checkFolders(
  files: readonly string[],
  exceptions: Readonly<Record<string, string>>,
): readonly string[] {
  const byFolder = Map.groupBy(files, (file) => path.posix.dirname(file));
  const large = [...byFolder].filter(([, inside]) => inside.length > filesMax);
  const names = large.map(([folder]) => folder);
  return [
    ...large
      .filter(([folder]) => !Object.hasOwn(exceptions, folder))
      .map(([folder, inside]) => `${folder} has ${inside.length} files, more than ${filesMax}`),
    ...Object.keys(exceptions)
      .filter((folder) => !names.includes(folder))
      .map((folder) => `${folder} has at most ${filesMax} files and needs no exception`),
  ];
}
