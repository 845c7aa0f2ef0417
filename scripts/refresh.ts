// `npm run refresh`: updates what is generated from the sources: the drawing of the rooms in ARCHITECTURE.md, the table of
// functions in docs/expressions.md, the steps in docs/data.md, and the counts of tools/ratchet.json that have fallen. Counts are never raised here.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { withFunctions } from '../tools/draw-functions.ts';
import { withDrawing } from '../tools/draw-rooms.ts';
import { withSteps } from '../tools/draw-steps.ts';
import { countHabits, lowerCounts, type Counts } from '../tools/ratchet.ts';
import { listSources, readSource, root } from '../tools/repository.ts';

const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);

write('ARCHITECTURE.md', withDrawing(readSource('ARCHITECTURE.md')));
write('docs/expressions.md', withFunctions(readSource('docs/expressions.md')));
write('docs/data.md', withSteps(readSource('docs/data.md')));
// Written by this script.
const kept = JSON.parse(readSource('tools/ratchet.json').text) as Counts;
const counts = lowerCounts(countHabits(listSources()), kept);
write('tools/ratchet.json', `${JSON.stringify(counts, undefined, 2)}\n`);
