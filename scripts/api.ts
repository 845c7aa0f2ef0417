// `npm run api`: writes the reports of the public surface. Review the diff before you commit it: users see it too.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { makeReports, reportFolder } from '../tools/api/reports.ts';
import { root } from '../tools/repository.ts';

mkdirSync(path.join(root, reportFolder), { recursive: true });
for (const [file, text] of makeReports()) writeFileSync(path.join(root, file), text);
process.stdout.write(`Wrote ${reportFolder}. \`git diff ${reportFolder}\` shows what changed.\n`);
