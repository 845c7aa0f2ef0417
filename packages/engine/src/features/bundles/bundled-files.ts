// The files of a bundle
// B1. A bundle is a file that anybody can write: what a file is, is computed from its bytes.
import type { RunId } from '@skein/kernel';
import {
  checkCanStore,
  filesOfRun,
  openedFile,
  readWhole,
  sha256Of,
  storeFile,
} from '../../core/files/run-files.ts';
import type { Ports } from '../../engine-ports.ts';
import { invalid, type BundledFile, type RunBundle } from './run-bundle.ts';

export async function bundleFiles(
  ports: Ports<'store'>,
  root: RunId,
): Promise<Pick<RunBundle, 'files'>> {
  const files: BundledFile[] = [];
  for (const about of await filesOfRun(ports, root)) {
    const { id, name, type, sha256 } = about;
    const bytes = Buffer.from(await readWhole(openedFile(ports, about))).toString('base64');
    files.push({ id, name, type, sha256, bytes });
  }
  return files.length === 0 ? {} : { files };
}

/** Before anything is written. */
export function checkBundledFiles(
  ports: Ports<'store' | 'ceilings'>,
  { files = [] }: RunBundle,
): void {
  for (const { id, name, sha256, bytes: written } of files) {
    const bytes = Buffer.from(written, 'base64');
    if (sha256Of(bytes) !== sha256)
      throw invalid(`the bytes of the file ${id} are not those that it had.`);
    checkCanStore(ports, { name, size: bytes.length });
  }
}

export async function unbundleFiles(
  ports: Ports<'store' | 'ceilings'>,
  { files = [] }: RunBundle,
  root: RunId,
): Promise<void> {
  for (const { id, name, type, bytes } of files) {
    await storeFile(ports, { run: root, id, name, type, bytes: Buffer.from(bytes, 'base64') });
  }
}
