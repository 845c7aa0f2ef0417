// Answers to a question with choices
// The schema of the question names them: yes or no, or one of a list. What is none of them is refused, never guessed.
import { equalJson, isObject, ownValue, textOf, type Json } from '@skein/kernel';
import type { Accepted } from '@skein/ports';
import { booleanWords, readBooleanWord } from '@skein/dialects';

/** The choice that an answer names; any answer where the schema offers none. */
export function choiceAnswer(schema: Json | undefined, answer: Json): Accepted {
  const isBoolean = isObject(schema) && ownValue(schema, 'type') === 'boolean';
  if (isBoolean) return accept(readBoolean(answer), booleanWords, answer);
  const options = isObject(schema) ? ownValue(schema, 'enum') : undefined;
  if (!Array.isArray(options)) return { ok: true, answer };
  return accept(findOption(options, answer), options, answer);
}

function readBoolean(answer: Json): boolean | undefined {
  if (typeof answer === 'boolean') return answer;
  return typeof answer === 'string' ? readBooleanWord(answer) : undefined;
}

/** The very option, else the only one whose text is the same but for letter case. */
function findOption(options: readonly Json[], answer: Json): Json | undefined {
  const same = options.find((option) => equalJson(option, answer));
  if (same !== undefined || typeof answer !== 'string') return same;
  const text = answer.trim();
  const exact = options.find((option) => textOf(option) === text);
  if (exact !== undefined) return exact;
  const [only, ...more] = options.filter(
    (option) => textOf(option).toLowerCase() === text.toLowerCase(),
  );
  return more.length === 0 ? only : undefined;
}

function accept(chosen: Json | undefined, choices: readonly Json[], answer: Json): Accepted {
  if (chosen !== undefined) return { ok: true, answer: chosen };
  const given = JSON.stringify(answer);
  return {
    ok: false,
    message: `The answer ${given.length > 100 ? `${given.slice(0, 100)}…` : given} is none of the choices.`,
    hint: `Answer with one of: ${choices.map((choice) => textOf(choice)).join(', ')}.`,
  };
}
