import type { Zod } from '../lazy-schema.ts';
import { isImageAddress } from '../models/image-part.ts';
import { userSchema } from './config-fields.ts';

/** Providers take fewer. */
const imagesMax = 100;

const image = (zod: Zod) =>
  zod.string().refine(isImageAddress, 'must be a "data:" URL in base64, or an https address');

/** What every node says about the model that it asks. */
export const modelConfig = (zod: Zod) => ({
  model: zod.string().optional().describe('The model, as provider/model, known name or alias.'),
  system: zod.string().optional().describe('The system prompt.'),
  schema: userSchema(zod)
    .optional()
    .describe('JSON schema of the answer; the value is then the parsed object.'),
  context: zod
    .string()
    .min(1)
    .optional()
    .describe('The context whose history is sent and to which prompt and reply are appended.'),
  temperature: zod.number().min(0).optional().describe('How freely the model chooses its words.'),
  reasoningEffort: zod.string().optional().describe('How much the model thinks, from none to max.'),
  maxOutputTokens: zod
    .number()
    .int()
    .min(1)
    .optional()
    .describe('The most tokens that an answer may have; budgets reserve so many.'),
  images: zod
    .union([image(zod), zod.array(image(zod)).max(imagesMax)])
    .optional()
    .describe(
      'Pictures beside the prompt: "data:" URLs, or https addresses that the provider opens.',
    ),
});
