// `npm pack` in `packages/skein`: the files there are sources for this repository, and would not run below node_modules.
import process from 'node:process';

process.stderr.write('Run `npm run pack` in the root of the repository: it builds the package.\n');
process.exitCode = 1;
