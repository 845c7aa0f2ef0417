import { ownValue, type Json } from '@skein/kernel';
import type { Accepted, AskedQuestion, NodeType } from '@skein/ports';
import { lazySchema } from '../lazy-schema.ts';
import { checkAnswer } from './check-answer.ts';
import { deadlineMs, userSchema, who } from './config-fields.ts';
import { describeNode } from './describe-node.ts';
import { nativeKind } from './native-kind.ts';

const configSchema = lazySchema((zod) =>
  zod.object({
    prompt: zod.string().optional().describe('What the person is asked.'),
    schema: userSchema(zod).optional().describe('JSON schema of the answer.'),
    deadlineMs: deadlineMs(zod),
    who: who(zod),
  }),
);

export const inputNode: NodeType = describeNode(
  {
    kind: nativeKind('input'),
    description: 'Waits for data from a person and passes it on.',
    accept: acceptInput,
  },
  configSchema,
);

function acceptInput(answer: Json, asked: AskedQuestion): Accepted {
  const schema = ownValue(asked.config, 'schema') ?? undefined;
  const refusal = schema === undefined ? undefined : checkAnswer(schema, answer);
  return refusal ?? { ok: true, answer, result: { value: answer, ports: { output: answer } } };
}
