// `node scripts/build-program.ts FOLDER`: the command as the package has it, for tests, which start it hundreds of times. The folder is
// inside the repository: there it finds the packages that it uses.
import path from 'node:path';
import process from 'node:process';
import { stageProgram } from './pack/stage-package.ts';

await stageProgram(path.resolve(process.argv[2] ?? ''));
