import { pipelineSteps } from '@skein/dialects';
import { paletteOf } from '../forms/palette.ts';

/** The kinds of steps that a pipeline can have, as the studio offers them. */
export const stepPalette = paletteOf(pipelineSteps);
